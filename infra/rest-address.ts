import { RemovalPolicy, Size, Validations } from 'aws-cdk-lib';
import {
  AccessLogField,
  AccessLogFormat,
  AuthorizationType,
  EndpointType,
  type IAuthorizer,
  LambdaIntegration,
  LogGroupLogDestination,
  type MethodDeploymentOptions,
  MethodLoggingLevel,
  MockIntegration,
  PassthroughBehavior,
  type Resource,
  RestApi,
} from 'aws-cdk-lib/aws-apigateway';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type { Api, Endpoint } from '#lib/http/contract.ts';
import { preflightHeaders } from '#lib/http/cors.ts';
import type { Config } from './config.ts';
import { addGatewayResponses } from './gateway-responses.ts';

/** Smaller responses gain nothing from compression. */
const MIN_COMPRESSED_BYTES = 1_024;

export type RestAddressProps = {
  api: Api;
  endpoints: readonly Endpoint[];
  findFunction: (endpoint: Endpoint) => IFunction;
  /** Needed if an endpoint requires a bearer token. */
  authorizer: IAuthorizer | undefined;
  config: Config;
};

/** One of the two addresses: a REST API with a route for each of its endpoints. */
export class RestAddress extends Construct {
  readonly restApi: RestApi;

  constructor(
    scope: Construct,
    id: string,
    { api, endpoints, findFunction, authorizer, config }: RestAddressProps,
  ) {
    super(scope, id);
    const domainName = api === 'chat' ? config.chatDomainName : config.managementDomainName;

    this.restApi = new RestApi(this, 'Api', {
      restApiName: `bots-${config.stage}-${api}`,
      description: api === 'chat' ? 'Chats of published bots' : 'Bots, results and tokens',
      endpointTypes: [EndpointType.REGIONAL],
      // The address that AWS provides would be a way around the firewall of the custom domain.
      disableExecuteApiEndpoint: domainName !== undefined,
      minCompressionSize: Size.bytes(MIN_COMPRESSED_BYTES),
      cloudWatchRole: false,
      deployOptions: {
        stageName: 'api',
        tracingEnabled: config.tracing,
        accessLogDestination: new LogGroupLogDestination(
          new LogGroup(this, 'AccessLogs', {
            logGroupName: `/aws/apigateway/bots-${config.stage}-${api}`,
            retention: config.logRetentionDays,
            removalPolicy: RemovalPolicy.DESTROY,
          }),
        ),
        accessLogFormat: accessLogFormat(),
        methodOptions: methodOptions(api, endpoints, config),
      },
    });

    // API Gateway would create this group itself. It would then never expire, and outlive the stack.
    new LogGroup(this, 'ExecutionLogs', {
      logGroupName: `API-Gateway-Execution-Logs_${this.restApi.restApiId}/api`,
      retention: config.logRetentionDays,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    addGatewayResponses(this.restApi, api, config);
    for (const endpoint of endpoints) this.addRoute(endpoint, findFunction(endpoint), authorizer);
    for (const [path, methods] of methodsByPath(endpoints)) this.addPreflight(api, path, methods, config);
    this.acknowledgeFindings(api, config);
  }

  /** Findings of cdk-nag that are accepted, each with the reason. */
  private acknowledgeFindings(api: Api, config: Config): void {
    const acknowledge = (id: string, reason: string) =>
      Validations.of(this.restApi).acknowledge({ id, reason });
    acknowledge(
      'AwsSolutions::AwsSolutions-APIG2',
      'Each function checks its request against its contract, with paths that a gateway model cannot give.',
    );
    acknowledge(
      'AwsSolutions::AwsSolutions-COG4',
      'Callers are programs with bearer tokens of this service, not people with Cognito accounts.',
    );
    if (api === 'chat') {
      acknowledge(
        'AwsSolutions::AwsSolutions-APIG4',
        'Respondents are anonymous: a session id is the capability, and what it may write is bounded.',
      );
    }
    if (api === 'management' || !config.chatFirewall) {
      acknowledge(
        'AwsSolutions::AwsSolutions-APIG3',
        'A firewall costs money while nobody calls: it is there for the chat address, and off unless asked for.',
      );
    }
  }

  private addRoute(endpoint: Endpoint, handler: IFunction, authorizer: IAuthorizer | undefined): void {
    const integration = new LambdaIntegration(handler, { proxy: true, allowTestInvoke: false });
    const resource = this.restApi.root.resourceForPath(endpoint.path);
    if (endpoint.auth === 'none') {
      resource.addMethod(endpoint.method, integration, {
        operationName: endpoint.id,
        authorizationType: AuthorizationType.NONE,
      });
      return;
    }
    if (!authorizer)
      throw new Error(`${endpoint.id} asks for a token, but the ${endpoint.api} API has no authorizer`);
    resource.addMethod(endpoint.method, integration, {
      operationName: endpoint.id,
      authorizationType: AuthorizationType.CUSTOM,
      authorizer,
    });
  }

  /**
   * The chat API accepts preflights from every origin, the management API only if the operator named origins.
   */
  private addPreflight(api: Api, path: string, methods: Endpoint['method'][], config: Config): void {
    const resource = this.restApi.root.resourceForPath(path);
    if (api === 'chat') {
      addMockPreflight(resource, preflightHeaders(methods));
    } else if (config.managementCorsOrigins.length > 0) {
      const { 'access-control-max-age': maxAge, ...headers } = preflightHeaders(methods);
      resource.addCorsPreflight({
        allowOrigins: config.managementCorsOrigins,
        allowMethods: methods,
        allowHeaders: [...(headers['access-control-allow-headers']?.split(', ') ?? []), 'if-match'],
        exposeHeaders: ['etag'],
      });
    }
  }
}

/** An OPTIONS method that API Gateway handles itself, with exactly these headers. */
function addMockPreflight(
  resource: Resource | ReturnType<RestApi['root']['resourceForPath']>,
  headers: Record<string, string>,
): void {
  const named = Object.entries(headers).map(
    ([name, value]) => [`method.response.header.${name}`, value] as const,
  );
  resource.addMethod(
    'OPTIONS',
    new MockIntegration({
      requestTemplates: { 'application/json': '{ "statusCode": 204 }' },
      passthroughBehavior: PassthroughBehavior.NEVER,
      integrationResponses: [
        {
          statusCode: '204',
          responseParameters: Object.fromEntries(named.map(([name, value]) => [name, `'${value}'`])),
        },
      ],
    }),
    {
      authorizationType: AuthorizationType.NONE,
      methodResponses: [
        { statusCode: '204', responseParameters: Object.fromEntries(named.map(([name]) => [name, true])) },
      ],
    },
  );
}

function methodsByPath(endpoints: readonly Endpoint[]): Map<string, Endpoint['method'][]> {
  const paths = new Map<string, Endpoint['method'][]>();
  for (const { path, method } of endpoints) paths.set(path, [...(paths.get(path) ?? []), method]);
  return paths;
}

/**
 * The settings for each route. Every setting is repeated for every route, because a route with its own
 * settings takes none from the stage. The chat address is open to the world, so its limit is tighter.
 */
function methodOptions(
  api: Api,
  endpoints: readonly Endpoint[],
  config: Config,
): Record<string, MethodDeploymentOptions> {
  const requestsPerSecond =
    api === 'chat' ? config.chatRequestsPerSecond : config.managementRequestsPerSecond;
  const options: MethodDeploymentOptions = {
    throttlingRateLimit: requestsPerSecond,
    throttlingBurstLimit: 2 * requestsPerSecond,
    loggingLevel: MethodLoggingLevel.ERROR,
    // Bodies and headers contain people's answers and tokens.
    dataTraceEnabled: false,
  };
  return Object.fromEntries([
    ['/*/*', options],
    ...endpoints.map(({ path, method }) => [`${path}/${method}`, options]),
  ]);
}

/** One JSON line per request, without headers and query, because either could contain a token. */
function accessLogFormat(): AccessLogFormat {
  return AccessLogFormat.custom(
    JSON.stringify({
      requestId: AccessLogField.contextRequestId(),
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
    }),
  );
}
