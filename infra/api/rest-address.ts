import { RemovalPolicy, Validations } from 'aws-cdk-lib';
import {
  AccessLogField,
  AccessLogFormat,
  ApiDefinition,
  CfnRestApi,
  EndpointType,
  LogGroupLogDestination,
  type MethodDeploymentOptions,
  MethodLoggingLevel,
  SpecRestApi,
} from 'aws-cdk-lib/aws-apigateway';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { type Api, answersHead, type Endpoint } from '#lib/platform/http/contract.ts';
import type { Config } from '../config.ts';
import { createApiDocument } from './api-document.ts';
import { InvokeRole } from './invoke-role.ts';
import { TLS_POLICY } from './tls-policy.ts';

export type RestAddressProps = {
  api: Api;
  endpoints: readonly Endpoint[];
  findFunction: (endpoint: Endpoint) => IFunction;
  authorizerFunction: IFunction;
  config: Config;
};

/**
 * One of the two REST APIs, imported from an OpenAPI document with a route for each endpoint. As
 * CloudFormation resources, the routes would make up most of the stack, and the first deployment would exceed
 * API Gateway's limit of 5 new resources per second and account.
 */
export class RestAddress extends Construct {
  readonly api: Api;
  readonly restApi: SpecRestApi;
  readonly accessLogs: LogGroup;

  constructor(
    scope: Construct,
    id: string,
    { api, endpoints, findFunction, authorizerFunction, config }: RestAddressProps,
  ) {
    super(scope, id);
    this.api = api;
    this.accessLogs = new LogGroup(this, 'AccessLogs', {
      retention: config.logRetentionDays,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const domainName = api === 'chat' ? config.chatDomainName : config.managementDomainName;
    // The default endpoint would bypass the custom domain.
    const disableExecuteApiEndpoint = domainName !== undefined;
    const title = `bots-${config.stage}-${api}`;
    const { role } = new InvokeRole(this, 'InvokeRole', {
      description: `Lets ${title} call its functions`,
      functions: [...new Set(endpoints.map(findFunction)), authorizerFunction],
    });

    this.restApi = new SpecRestApi(this, 'Api', {
      restApiName: title,
      apiDefinition: ApiDefinition.fromInline(
        createApiDocument({
          api,
          title,
          endpoints,
          findFunction,
          authorizerFunction,
          invokeRoleArn: role.roleArn,
          disableExecuteApiEndpoint,
          config,
        }),
      ),
      endpointTypes: [EndpointType.REGIONAL],
      disableExecuteApiEndpoint,
      cloudWatchRole: false,
      deployOptions: {
        stageName: 'api',
        tracingEnabled: config.tracing,
        accessLogDestination: new LogGroupLogDestination(this.accessLogs),
        accessLogFormat: accessLogFormat(),
        methodOptions: methodOptions(api, endpoints, config),
      },
    });

    // CDK passes these on for domain names only.
    const resource = this.restApi.node.defaultChild;
    if (!(resource instanceof CfnRestApi)) throw new Error(`${this.restApi.node.path} is not an API`);
    resource.securityPolicy = TLS_POLICY.securityPolicy;
    resource.endpointAccessMode = TLS_POLICY.endpointAccessMode;

    // Otherwise API Gateway would create this log group itself, without retention, and it would outlive the
    // stack.
    const executionLogs = new LogGroup(this, 'ExecutionLogs', {
      logGroupName: `API-Gateway-Execution-Logs_${this.restApi.restApiId}/api`,
      retention: config.logRetentionDays,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    // The stage makes API Gateway create the group, if it does not exist yet.
    this.restApi.deploymentStage.node.addDependency(executionLogs);
    this.acknowledgeFindings(api, config);
  }

  /** Acknowledges cdk-nag findings, each with a reason. */
  private acknowledgeFindings(api: Api, config: Config): void {
    const acknowledge = (id: string, reason: string) =>
      Validations.of(this.restApi).acknowledge({ id, reason });
    acknowledge(
      'AwsSolutions::AwsSolutions-APIG2',
      'Each function checks its request against its contract, with paths that a gateway model cannot give.',
    );
    acknowledge(
      'AwsSolutions::AwsSolutions-COG4',
      'Programs and the console authenticate with bearer tokens of this service, which have an expiry, a role and a workspace.',
    );
    if (!config.tracing) {
      acknowledge(
        'Serverless::Serverless-APIGWXrayEnabled',
        'A trace costs more than a call; the operator decides.',
      );
    }
    if (api === 'chat') {
      acknowledge(
        'AwsSolutions::AwsSolutions-APIG4',
        'Respondents are anonymous: a session id is the capability, and what it may write is bounded.',
      );
    }
    if (!(api === 'chat' ? config.chatFirewall : config.managementFirewall)) {
      acknowledge(
        'AwsSolutions::AwsSolutions-APIG3',
        'A firewall costs money while nobody calls, so it is off unless the operator asks for it.',
      );
    }
  }
}

/**
 * Returns the settings of each route. All settings are repeated, because a route with settings of its own
 * inherits none from the stage. The chat API is public, so its limit is lower.
 */
function methodOptions(
  api: Api,
  endpoints: readonly Endpoint[],
  config: Config,
): Record<string, MethodDeploymentOptions> {
  const requestsPerSecond =
    api === 'chat' ? config.chatRequestsPerSecond : config.managementRequestsPerSecond;
  const createOptions = (maxRequestsPerSecond = requestsPerSecond): MethodDeploymentOptions => {
    const limit = Math.min(requestsPerSecond, maxRequestsPerSecond);
    return {
      throttlingRateLimit: limit,
      throttlingBurstLimit: 2 * limit,
      loggingLevel: MethodLoggingLevel.ERROR,
      // Off, because bodies and headers contain respondents' answers and tokens.
      dataTraceEnabled: false,
    };
  };
  return Object.fromEntries([
    ['/*/*', createOptions()],
    ...endpoints.map(({ path, method, maxRequestsPerSecond }) => [
      `${path}/${method}`,
      createOptions(maxRequestsPerSecond),
    ]),
    ...endpoints
      .filter(answersHead)
      .map(({ path, maxRequestsPerSecond }) => [`${path}/HEAD`, createOptions(maxRequestsPerSecond)]),
  ]);
}

/**
 * Logs one JSON line per request, without headers and query, because either could contain a token. The last
 * two fields are messages from API Gateway, which does not escape them.
 */
function accessLogFormat(): AccessLogFormat {
  return AccessLogFormat.custom(
    JSON.stringify({
      requestId: AccessLogField.contextRequestId(),
      // Lambda's ids of the calls to the function and to the authorizer. Lambda's own log lines contain no
      // other id.
      integrationRequestId: '$context.integration.requestId',
      authorizerRequestId: AccessLogField.contextAuthorizerRequestId(),
      xrayTraceId: AccessLogField.contextXrayTraceId(),
      requestTime: AccessLogField.contextRequestTime(),
      sourceIp: AccessLogField.contextIdentitySourceIp(),
      method: AccessLogField.contextHttpMethod(),
      resourcePath: AccessLogField.contextResourcePath(),
      status: AccessLogField.contextStatus(),
      responseBytes: AccessLogField.contextResponseLength(),
      latencyMs: AccessLogField.contextResponseLatency(),
      integrationLatencyMs: AccessLogField.contextIntegrationLatency(),
      tokenId: AccessLogField.contextAuthorizer('tokenId'),
      error: AccessLogField.contextErrorResponseType(),
      wafResponseCode: AccessLogField.contextWafResponseCode(),
      authorizerError: AccessLogField.contextAuthorizerError(),
      integrationErrorMessage: AccessLogField.contextIntegrationErrorMessage(),
    }),
  );
}
