import { fileURLToPath } from 'node:url';
import { Duration, RemovalPolicy, Validations } from 'aws-cdk-lib';
import { Effect, PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import {
  ApplicationLogLevel,
  Architecture,
  LayerVersion,
  LoggingFormat,
  Runtime,
  SystemLogLevel,
  Tracing,
} from 'aws-cdk-lib/aws-lambda';
import { NodejsFunction } from 'aws-cdk-lib/aws-lambda-nodejs';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type { Config } from '../config.ts';
import { pinLogicalId, toLogicalId } from '../pinned-logical-id.ts';
import { getBundleEntry } from './bundle-entry.ts';
import { createBundling } from './function-bundling.ts';
import { getTraceEnvironment, hasTraces } from './trace-environment.ts';

const TRACING = new PolicyStatement({
  sid: 'Tracing',
  effect: Effect.ALLOW,
  actions: ['xray:PutTraceSegments', 'xray:PutTelemetryRecords'],
  // These actions do not support resource-level permissions.
  resources: ['*'],
});

const root = fileURLToPath(new URL('../..', import.meta.url));

export type ServiceFunctionProps = {
  /** Name of its file in a folder of `functions/`, without the extension. */
  file: string;
  description: string;
  memoryMb: number;
  timeoutSeconds: number;
  environment: Record<string, string>;
  /** Why the function needs no dead letter queue. Defaults to being called by API Gateway. */
  whereEventsGo?: string;
  /** Whether to bundle rarely needed packages into separate files. */
  isSplit?: boolean;
  config: Config;
};

/** One Lambda function with its own role and log group. Callers add further permissions to `policy`. */
export class ServiceFunction extends Construct {
  readonly function: NodejsFunction;
  readonly functionName: string;
  /** Public, so that cdk-nag findings can be acknowledged on the role. */
  readonly role: Role;
  /**
   * The role's only policy. Inline, because a separate policy resource per role would use up the stack's
   * resource limit.
   */
  readonly policy: PolicyDocument;

  constructor(scope: Construct, id: string, props: ServiceFunctionProps) {
    super(scope, id);
    const { config, file } = props;
    const reservedConcurrency = config.reservedConcurrency[file];
    const functionName = `bots-${config.stage}-${file}`;
    this.functionName = functionName;

    const logGroup = new LogGroup(this, 'Logs', {
      logGroupName: `/aws/lambda/${functionName}`,
      retention: config.logRetentionDays,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    pinLogicalId(logGroup, `${toLogicalId(file)}Logs`);
    this.policy = new PolicyDocument();
    // Used instead of the managed AWSLambdaBasicExecutionRole, which allows writing to every log group in the
    // account.
    this.policy.addStatements(
      new PolicyStatement({
        sid: 'Logs',
        effect: Effect.ALLOW,
        actions: ['logs:CreateLogStream', 'logs:PutLogEvents'],
        resources: [logGroup.logGroupArn],
      }),
    );
    if (config.tracing) this.policy.addStatements(TRACING);
    this.role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
      description: `Runs ${functionName}`,
      inlinePolicies: { Function: this.policy },
    });

    const { entry, alias } = getBundleEntry(file);
    this.function = new NodejsFunction(this, 'Function', {
      functionName,
      description: props.description,
      entry: `${root}${entry}`,
      handler: 'handler',
      projectRoot: root,
      depsLockFilePath: `${root}package-lock.json`,
      bundling: createBundling({ isSplit: props.isSplit ?? false, hasTraces: hasTraces(config), alias }),
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      memorySize: props.memoryMb,
      timeout: Duration.seconds(props.timeoutSeconds),
      environment: { LOG_LEVEL: config.logLevel, ...props.environment, ...getTraceEnvironment(config) },
      ...(config.otlpLayerArn !== undefined && {
        layers: [LayerVersion.fromLayerVersionArn(this, 'Collector', config.otlpLayerArn)],
      }),
      // Otherwise CDK would add a separate policy for tracing.
      role: this.role.withoutPolicyUpdates(),
      logGroup,
      loggingFormat: LoggingFormat.JSON,
      // Otherwise Lambda would drop these lines. It needs no other level: at WARN it would drop metrics, too.
      ...(config.logLevel === 'DEBUG' && { applicationLogLevelV2: ApplicationLogLevel.DEBUG }),
      // Keeps a report of each call: its memory, and how long a cold start took.
      systemLogLevelV2: SystemLogLevel.INFO,
      tracing: config.tracing ? Tracing.ACTIVE : Tracing.DISABLED,
      ...(reservedConcurrency !== undefined && { reservedConcurrentExecutions: reservedConcurrency }),
    });

    pinLogicalId(this.function, `${toLogicalId(file)}Function`);

    Validations.of(this.role).acknowledge({
      id: 'AwsSolutions::AwsSolutions-IAM5[Resource::*]',
      reason:
        'The two X-Ray actions of active tracing support no resources; every other statement names one.',
    });
    Validations.of(this.role).acknowledge({
      id: 'Serverless::Serverless-LambdaStarPermissions',
      reason:
        'The two X-Ray actions of active tracing support no resources; every other statement names one.',
    });
    if (!config.tracing) {
      Validations.of(this.function).acknowledge({
        id: 'Serverless::Serverless-LambdaTracing',
        reason: 'A trace costs more than a call; the operator decides.',
      });
    }
    Validations.of(this.function).acknowledge({
      id: 'Serverless::Serverless-LambdaDLQ',
      reason:
        props.whereEventsGo ??
        'Called synchronously by API Gateway only: there is no event to keep, the caller gets the error.',
    });
  }
}
