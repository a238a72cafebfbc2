import { Aws } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { Config } from '../config.ts';
import { readDataParameter } from './data-parameter.ts';

/** Reference to the data stack's table, for use in the service stack. */
export type TableReference = {
  tableName: string;
  tableArn: string;
  /**
   * ARN of the account's KMS key that encrypts the table and all other data, or will. Absent if AWS owns the keys.
   */
  keyArn?: string;
};

/**
 * Returns the table's name, which operators and their tools need and from which the service stack builds the
 * ARN.
 */
export function getTableName({ stage }: Config): string {
  return `bots-${stage}`;
}

export function referToTable(scope: Construct, config: Config): TableReference {
  const tableName = getTableName(config);
  return {
    tableName,
    tableArn: `arn:${Aws.PARTITION}:dynamodb:${Aws.REGION}:${Aws.ACCOUNT_ID}:table/${tableName}`,
    ...(config.encryption !== 'aws-owned' && {
      keyArn: readDataParameter(scope, config, 'tableKeyArn'),
    }),
  };
}
