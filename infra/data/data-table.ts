import { Aws, CfnOutput, RemovalPolicy } from 'aws-cdk-lib';
import { CfnGlobalTable } from 'aws-cdk-lib/aws-dynamodb';
import type { Key } from 'aws-cdk-lib/aws-kms';
import { Construct } from 'constructs';
import { createTableInput, TABLE } from '#lib/platform/store/table.ts';
import type { Config } from '../config.ts';
import { pinLogicalId } from '../pinned-logical-id.ts';
import { createDataKey } from './data-key.ts';
import { writeDataParameter } from './data-parameter.ts';
import { STREAM_VIEWS } from './stream-view.ts';
import { getTableName } from './table-reference.ts';

/**
 * The service's only table, with the same definition as the local table.
 *
 * Uses a global table with a single replica, because adding replicas to a plain `Table` later would mean
 * retaining it and importing it under another resource type. Uses the L1 construct, because `TableV2` does
 * not support customer managed keys in region-agnostic stacks.
 */
export class DataTable extends Construct {
  readonly table: CfnGlobalTable;
  /** The account's own key, which encrypts table, files, backups and logs. Absent if AWS owns the keys. */
  readonly key: Key | undefined;

  constructor(scope: Construct, id: string, config: Config) {
    super(scope, id);
    const isKept = config.tableRemoval === 'retain';
    const streamViewType = STREAM_VIEWS[config.tableStream];
    const removalPolicy = isKept ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY;
    const prepared =
      config.encryption === 'aws-owned' ? undefined : createDataKey(this, config, removalPolicy);
    const key = config.encryption === 'customer-managed' ? prepared : undefined;
    this.key = key;

    this.table = new CfnGlobalTable(this, 'Table', {
      tableName: getTableName(config),
      billingMode: 'PAY_PER_REQUEST',
      ...tableDefinition(config),
      timeToLiveSpecification: { attributeName: TABLE.ttlAttribute, enabled: true },
      ...(streamViewType !== undefined && { streamSpecification: { streamViewType } }),
      ...(key && { sseSpecification: { sseEnabled: true, sseType: 'KMS' } }),
      replicas: [
        {
          region: Aws.REGION,
          pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
          deletionProtectionEnabled: isKept,
          ...(key && { sseSpecification: { kmsMasterKeyId: key.keyArn } }),
          // Replicas do not inherit the stack's tags.
          tags: [
            { key: 'service', value: 'bots' },
            { key: 'stage', value: config.stage },
          ],
        },
      ],
    });
    pinLogicalId(this.table, 'Table');
    this.table.applyRemovalPolicy(removalPolicy);

    if (streamViewType !== undefined) {
      writeDataParameter(this, config, 'tableStreamArn', this.table.attrStreamArn);
    }
    if (prepared) writeDataParameter(this, config, 'tableKeyArn', prepared.keyArn);
    new CfnOutput(this, 'TableName', { value: this.table.ref }).overrideLogicalId('TableName');
  }
}

/**
 * Converts the shared table definition to CloudFormation properties, and adds the configured warm throughput to the table. The
 * index needs none: a chat takes a twentieth of the table's units from it.
 */
function tableDefinition({ warmReadUnitsPerSecond, warmWriteUnitsPerSecond }: Config) {
  const { AttributeDefinitions = [], KeySchema = [], GlobalSecondaryIndexes = [] } = createTableInput('');
  const toKey = ({ AttributeName = '', KeyType = '' }) => ({
    attributeName: AttributeName,
    keyType: KeyType,
  });
  const warmThroughput =
    warmReadUnitsPerSecond !== undefined || warmWriteUnitsPerSecond !== undefined
      ? {
          warmThroughput: {
            ...(warmReadUnitsPerSecond !== undefined && { readUnitsPerSecond: warmReadUnitsPerSecond }),
            ...(warmWriteUnitsPerSecond !== undefined && { writeUnitsPerSecond: warmWriteUnitsPerSecond }),
          },
        }
      : {};
  return {
    attributeDefinitions: AttributeDefinitions.map(({ AttributeName = '', AttributeType = '' }) => ({
      attributeName: AttributeName,
      attributeType: AttributeType,
    })),
    keySchema: KeySchema.map(toKey),
    globalSecondaryIndexes: GlobalSecondaryIndexes.map((index) => ({
      indexName: index.IndexName ?? '',
      keySchema: (index.KeySchema ?? []).map(toKey),
      projection: {
        projectionType: index.Projection?.ProjectionType ?? '',
        nonKeyAttributes: index.Projection?.NonKeyAttributes ?? [],
      },
    })),
    ...warmThroughput,
  };
}
