import { RemovalPolicy } from 'aws-cdk-lib';
import { AttributeType, Billing, ProjectionType, TableEncryptionV2, TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { Key } from 'aws-cdk-lib/aws-kms';
import { Construct } from 'constructs';
import { TABLE } from '#lib/store/table.ts';
import type { Config } from './config.ts';

const string = (name: string) => ({ name, type: AttributeType.STRING });

/** The one table, made of the same definition as the local one. */
export class DataTable extends Construct {
  readonly table: TableV2;

  constructor(scope: Construct, id: string, config: Config) {
    super(scope, id);
    const isKept = config.tableRemoval === 'retain';
    const removalPolicy = isKept ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY;

    this.table = new TableV2(this, 'Table', {
      partitionKey: string(TABLE.partitionKey),
      sortKey: string(TABLE.sortKey),
      timeToLiveAttribute: TABLE.ttlAttribute,
      billing: Billing.onDemand(),
      globalSecondaryIndexes: [
        {
          indexName: TABLE.index.name,
          partitionKey: string(TABLE.index.partitionKey),
          sortKey: string(TABLE.index.sortKey),
          projectionType: ProjectionType.INCLUDE,
          nonKeyAttributes: [...TABLE.index.projectedAttributes],
        },
      ],
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      deletionProtection: isKept,
      removalPolicy,
      encryption:
        config.encryption === 'customer-managed'
          ? TableEncryptionV2.customerManagedKey(
              new Key(this, 'Key', {
                enableKeyRotation: true,
                removalPolicy,
                description: 'Bots, results and logs',
              }),
            )
          : TableEncryptionV2.dynamoOwnedKey(),
    });
  }
}
