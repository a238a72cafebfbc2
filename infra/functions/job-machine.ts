import { Aws, Validations } from 'aws-cdk-lib';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { Effect, PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { CfnStateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import { Construct } from 'constructs';
import { WORKSPACE_PREFIXES } from '#lib/jobs/erasure/erase-files.ts';
import { RUN_JOB } from '#lib/jobs/run-job-function.ts';
import type { Config } from '../config.ts';
import { grantTable } from '../data/table-grant.ts';
import type { TableReference } from '../data/table-reference.ts';
import { PERIOD } from '../monitoring-metrics.ts';
import { pinLogicalId } from '../pinned-logical-id.ts';
import type { FilesReference } from './files-reference.ts';
import { credentialsEnvironment, grantSecretDeletion } from './secret-grant.ts';
import { ServiceFunction } from './service-function.ts';

/** A little longer than the function's own timeout. */
const TASK_TIMEOUT_SECONDS = RUN_JOB.timeoutSeconds + 60;

/**
 * Delays grow from 5 seconds to 5 minutes, so 20 attempts take an hour and a half. A job survives outages up to
 * that long.
 */
const RETRY = [
  {
    ErrorEquals: ['States.ALL'],
    IntervalSeconds: 5,
    BackoffRate: 2,
    MaxDelaySeconds: 300,
    MaxAttempts: 20,
  },
];

/**
 * Definition in Amazon States Language. After each slice, the function says whether and when to call it again.
 */
function createDefinition(functionArn: string) {
  const invoke = (payload: object) => ({
    Type: 'Task',
    Resource: `arn:${Aws.PARTITION}:states:::lambda:invoke`,
    Parameters: { FunctionName: functionArn, Payload: payload },
    TimeoutSeconds: TASK_TIMEOUT_SECONDS,
    Retry: RETRY,
  });
  return {
    StartAt: 'RunSlice',
    States: {
      RunSlice: {
        ...invoke({ 'jobId.$': '$.jobId' }),
        ResultSelector: {
          'isOver.$': '$.Payload.isOver',
          'waitSeconds.$': '$.Payload.waitSeconds',
        },
        ResultPath: '$.slice',
        Catch: [{ ErrorEquals: ['States.ALL'], ResultPath: '$.failure', Next: 'GiveUp' }],
        Next: 'IsOver',
      },
      IsOver: {
        Type: 'Choice',
        Choices: [
          { Variable: '$.slice.isOver', BooleanEquals: true, Next: 'Over' },
          { Variable: '$.slice.waitSeconds', NumericGreaterThan: 0, Next: 'Pause' },
        ],
        Default: 'RunSlice',
      },
      Pause: { Type: 'Wait', SecondsPath: '$.slice.waitSeconds', Next: 'RunSlice' },
      Over: { Type: 'Succeed' },
      GiveUp: { ...invoke({ 'jobId.$': '$.jobId', isGivenUp: true }), ResultPath: null, Next: 'GivenUp' },
      GivenUp: { Type: 'Fail', Error: 'GivenUp', Cause: 'The function failed too often' },
    },
  };
}

export type JobMachineProps = {
  table: TableReference;
  files: FilesReference | undefined;
  config: Config;
};

/**
 * Runs jobs: a state machine that calls one function until the job is over. Costs nothing while there are no
 * jobs.
 */
export class JobMachine extends Construct {
  readonly runFunction: ServiceFunction;
  readonly environment: { JOB_STATE_MACHINE_ARN: string };

  constructor(scope: Construct, id: string, { table, files, config }: JobMachineProps) {
    super(scope, id);
    this.runFunction = new ServiceFunction(this, 'RunJob', {
      file: RUN_JOB.id,
      description: 'Runs one slice of a job',
      memoryMb: RUN_JOB.memoryMb,
      timeoutSeconds: RUN_JOB.timeoutSeconds,
      environment: {
        TABLE_NAME: table.tableName,
        STAGE: config.stage,
        ...files?.bucketEnvironment,
        ...credentialsEnvironment(config),
      },
      isSplit: true,
      config,
    });
    grantTable(table, this.runFunction.policy, RUN_JOB.table);
    files?.grantErase(this.runFunction, WORKSPACE_PREFIXES);
    files?.grantExport(this.runFunction);
    // Erasing a workspace deletes its secrets.
    grantSecretDeletion(this.runFunction, config);
    const role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('states.amazonaws.com'),
      description: 'Runs jobs',
      inlinePolicies: {
        RunJob: new PolicyDocument({
          statements: [
            new PolicyStatement({
              effect: Effect.ALLOW,
              actions: ['lambda:InvokeFunction'],
              resources: [this.runFunction.function.functionArn],
            }),
          ],
        }),
      },
    });
    const stateMachineName = `bots-${config.stage}-jobs`;
    const machine = new CfnStateMachine(this, 'Machine', {
      stateMachineName,
      stateMachineType: 'STANDARD',
      roleArn: role.roleArn,
      definition: createDefinition(this.runFunction.function.functionArn),
    });
    machine.node.addDependency(role);
    pinLogicalId(machine, 'JobMachine');
    const acknowledge = (id: string, reason: string) => Validations.of(machine).acknowledge({ id, reason });
    acknowledge(
      'AwsSolutions::AwsSolutions-SF1',
      'Step Functions keeps the history of an execution for 90 days, and the function logs.',
    );
    for (const id of [
      'AwsSolutions::AwsSolutions-SF2',
      'Serverless::Serverless-StepFunctionStateMachineXray',
    ]) {
      acknowledge(id, 'Nobody waits for a job, and the calls of its function are traced by the setting.');
    }
    this.environment = {
      // Built from the name, so that functions that start jobs do not depend on the function that runs them.
      JOB_STATE_MACHINE_ARN: `arn:${Aws.PARTITION}:states:${Aws.REGION}:${Aws.ACCOUNT_ID}:stateMachine:${stateMachineName}`,
    };
  }

  /** Counts jobs whose execution failed. */
  metricFailed(): Metric {
    return new Metric({
      namespace: 'AWS/States',
      metricName: 'ExecutionsFailed',
      dimensionsMap: { StateMachineArn: this.environment.JOB_STATE_MACHINE_ARN },
      statistic: 'Sum',
      period: PERIOD,
    });
  }

  /** Allows a function to start jobs. */
  grantStart({ policy }: ServiceFunction): void {
    policy.addStatements(
      new PolicyStatement({
        sid: 'StartJobs',
        effect: Effect.ALLOW,
        actions: ['states:StartExecution'],
        resources: [this.environment.JOB_STATE_MACHINE_ARN],
      }),
    );
  }
}
