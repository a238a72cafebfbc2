import { Duration, Validations } from 'aws-cdk-lib';
import type { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { Effect, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import { EventSourceMapping, FilterCriteria, FilterRule, StartingPosition } from 'aws-cdk-lib/aws-lambda';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { Config } from '../config.ts';
import { readDataParameter } from '../data/data-parameter.ts';
import { grantKey } from '../data/key-grant.ts';
import { grantAuditEntries } from '../data/table-grant.ts';
import type { TableReference } from '../data/table-reference.ts';
import { PERIOD } from '../monitoring-metrics.ts';
import { ServiceFunction } from './service-function.ts';

/** How long the writer retries. The stream itself keeps records for a day. */
const MAX_RECORD_AGE = Duration.hours(12);

/** A record that cannot be processed must not hold up those behind it for long. */
const MAX_RETRIES = 20;

/**
 * The function that reads the table's stream and writes audit entries for the changes stored in items. If it
 * fails permanently, the queue keeps the positions in the stream, never the items.
 */
export class AuditWriter extends Construct {
  readonly failures: Queue;
  private readonly writer: ServiceFunction;

  constructor(scope: Construct, id: string, { table, config }: { table: TableReference; config: Config }) {
    super(scope, id);
    this.writer = new ServiceFunction(this, 'Writer', {
      file: 'write-audit-entries',
      description: 'Writes audit entries from the stream of the table',
      memoryMb: 512,
      timeoutSeconds: 25,
      environment: {
        TABLE_NAME: table.tableName,
        STAGE: config.stage,
        AUDIT_RETENTION_DAYS: String(config.auditRetentionDays),
      },
      whereEventsGo: 'Invoked by an event source mapping, which has a queue for what fails.',
      config,
    });
    this.failures = new Queue(this, 'Failures', {
      ...(table.keyArn === undefined
        ? { encryption: QueueEncryption.SQS_MANAGED }
        : {
            encryption: QueueEncryption.KMS,
            encryptionMasterKey: Key.fromKeyArn(this, 'Key', table.keyArn),
          }),
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
    });
    Validations.of(this.failures).acknowledge({
      id: 'Serverless::Serverless-SQSRedrivePolicy',
      reason: 'This is the queue for what fails. Nobody processes it: an alarm watches it.',
    });
    Validations.of(this.failures).acknowledge({
      id: 'AwsSolutions::AwsSolutions-SQS3',
      reason: 'This is the queue for what fails. Nobody processes it: an alarm watches it.',
    });

    const streamArn = readDataParameter(this, config, 'tableStreamArn');
    grantAuditEntries(table, this.writer.policy, streamArn);
    this.writer.policy.addStatements(
      new PolicyStatement({
        sid: 'KeepFailures',
        effect: Effect.ALLOW,
        actions: ['sqs:SendMessage'],
        resources: [this.failures.queueArn],
      }),
    );
    grantKey(this.writer.policy, table.keyArn, {
      sid: 'FailuresKey',
      service: 'sqs',
      actions: ['kms:GenerateDataKey', 'kms:Decrypt'],
    });
    const mapping = new EventSourceMapping(this, 'Stream', {
      target: this.writer.function,
      eventSourceArn: streamArn,
      startingPosition: StartingPosition.TRIM_HORIZON,
      // Filtering is free, so the function is only invoked for items that contain a change.
      filters: [
        FilterCriteria.filter({
          dynamodb: { NewImage: { change: { M: { id: { S: FilterRule.exists() } } } } },
        }),
      ],
      batchSize: 100,
      maxBatchingWindow: Duration.seconds(1),
      bisectBatchOnError: true,
      reportBatchItemFailures: true,
      retryAttempts: MAX_RETRIES,
      maxRecordAge: MAX_RECORD_AGE,
      // Messages contain shard and sequence numbers. With a bucket as destination, the items themselves would
      // be stored.
      onFailure: { bind: () => ({ destination: this.failures.queueArn }) },
    });
    // Creating the mapping fails until the role may read the stream.
    mapping.node.addDependency(this.writer.role);
  }

  /** Age of the last record of each batch when the writer gets it, in milliseconds. */
  metricDelay(): Metric {
    return this.writer.function.metric('IteratorAge', { statistic: 'Maximum', period: PERIOD });
  }
}
