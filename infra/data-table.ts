import { RemovalPolicy } from 'aws-cdk-lib';
import { AttributeType, BillingMode, ProjectionType, Table, TableEncryption } from 'aws-cdk-lib/aws-dynamodb';
import { Key } from 'aws-cdk-lib/aws-kms';
import { Construct } from 'constructs';
import { TABLE } from '#lib/store/table.ts';
import type { Config } from './config.ts';

const string = (name: string) => ({ name, type: AttributeType.STRING });

/**
 * The one table, with the same definition as the local one. Not a `TableV2`, because a global table with a
 * key of the account cannot be synthesised without naming the region.
 */
export class DataTable extends Construct {
  readonly table: Table;

  constructor(scope: Construct, id: string, config: Config) {
    super(scope, id);
    const isKept = config.tableRemoval === 'retain';
    const removalPolicy = isKept ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY;

    this.table = new Table(this, 'Table', {
      partitionKey: string(TABLE.partitionKey),
      sortKey: string(TABLE.sortKey),
      timeToLiveAttribute: TABLE.ttlAttribute,
      billingMode: BillingMode.PAY_PER_REQUEST,
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      deletionProtection: isKept,
      removalPolicy,
      ...(config.encryption === 'customer-managed'
        ? {
            encryption: TableEncryption.CUSTOMER_MANAGED,
            encryptionKey: new Key(this, 'Key', {
              enableKeyRotation: true,
              removalPolicy,
              description: 'Bots, results and logs',
            }),
          }
        : { encryption: TableEncryption.DEFAULT }),
    });
    this.table.addGlobalSecondaryIndex({
      indexName: TABLE.index.name,
      partitionKey: string(TABLE.index.partitionKey),
      sortKey: string(TABLE.index.sortKey),
      projectionType: ProjectionType.INCLUDE,
      nonKeyAttributes: [...TABLE.index.projectedAttributes],
    });
  }
}
