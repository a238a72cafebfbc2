import { fileURLToPath } from 'node:url';
import { Duration, RemovalPolicy, Validations } from 'aws-cdk-lib';
import { Effect, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Architecture, LoggingFormat, Runtime, SystemLogLevel, Tracing } from 'aws-cdk-lib/aws-lambda';
import { NodejsFunction } from 'aws-cdk-lib/aws-lambda-nodejs';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type { Config } from './config.ts';
import { bundling, splitBundling } from './function-bundling.ts';

/** People notice calls that take longer than this. */
const SLOW_MS = 3_000;

const root = fileURLToPath(new URL('..', import.meta.url));

export type ServiceFunctionProps = {
  /** File under `functions/`, without its ending. */
  file: string;
  description: string;
  memoryMb: number;
  timeoutSeconds: number;
  environment: Record<string, string>;
  reservedConcurrency?: number | undefined;
  /** Calls that take longer than this raise an alarm. */
  slowMs?: number;
  /** Whether packages that few calls need are in separate files. */
  isSplit?: boolean;
  config: Config;
};

/** One Lambda function with its own role and log group. The caller grants its access to the table. */
export class ServiceFunction extends Construct {
  readonly function: NodejsFunction;
  readonly role: Role;
  readonly slowMs: number;

  constructor(scope: Construct, id: string, props: ServiceFunctionProps) {
    super(scope, id);
    this.slowMs = props.slowMs ?? SLOW_MS;
    const { config, file, reservedConcurrency } = props;
    const functionName = `bots-${config.stage}-${file}`;

    const logGroup = new LogGroup(this, 'Logs', {
      logGroupName: `/aws/lambda/${functionName}`,
      retention: config.logRetentionDays,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    // Not the managed AWSLambdaBasicExecutionRole, which may write to every log group of the account.
    this.role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
      description: `Runs ${functionName}`,
    });
    this.role.addToPolicy(
      new PolicyStatement({
        sid: 'Logs',
        effect: Effect.ALLOW,
        actions: ['logs:CreateLogStream', 'logs:PutLogEvents'],
        resources: [`${logGroup.logGroupArn}`],
      }),
    );

    this.function = new NodejsFunction(this, 'Function', {
      functionName,
      description: props.description,
      entry: `${root}functions/${file}.ts`,
      handler: 'handler',
      projectRoot: root,
      depsLockFilePath: `${root}package-lock.json`,
      bundling: props.isSplit ? splitBundling : bundling,
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      memorySize: props.memoryMb,
      timeout: Duration.seconds(props.timeoutSeconds),
      environment: props.environment,
      role: this.role,
      logGroup,
      loggingFormat: LoggingFormat.JSON,
      systemLogLevelV2: SystemLogLevel.WARN,
      tracing: config.tracing ? Tracing.ACTIVE : Tracing.DISABLED,
      ...(reservedConcurrency !== undefined && { reservedConcurrentExecutions: reservedConcurrency }),
    });

    Validations.of(this.role).acknowledge({
      id: 'AwsSolutions::AwsSolutions-IAM5[Resource::*]',
      reason: 'The two X-Ray actions of active tracing know no resources; everything else names one.',
    });
    Validations.of(this.function).acknowledge({
      id: 'Serverless::Serverless-LambdaDLQ',
      reason:
        'Called synchronously by API Gateway only: there is no event to keep, the caller gets the error.',
    });
  }
}
