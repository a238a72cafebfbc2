import type { Table } from 'aws-cdk-lib/aws-dynamodb';
import { Effect, type IRole, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { TableAccess } from '#lib/http/contract.ts';
import { type ItemKind, LIST_PARTITIONS } from '#lib/store/keys.ts';
import { TABLE } from '#lib/store/table.ts';

/** Exactly the actions that `lib/store/dynamodb.ts` sends. A transaction needs the actions of its writes. */
const READ = ['dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:Query'];
const WRITE = ['dynamodb:PutItem', 'dynamodb:UpdateItem', 'dynamodb:DeleteItem', 'dynamodb:BatchWriteItem'];

/**
 * Lets a function access the table as its contract says, limited to the kinds of items that the contract
 * names. The public endpoints cannot even read a token.
 */
export function grantTable(table: Table, role: IRole, { reads, writes = [], lists = [] }: TableAccess): void {
  const grant = (sid: string, actions: string[], resource: string, partitions: string[]): void => {
    // A condition on no keys at all would be met by every request.
    if (partitions.length === 0) return;
    role.addToPrincipalPolicy(
      new PolicyStatement({
        sid,
        effect: Effect.ALLOW,
        actions,
        resources: [resource],
        conditions: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': partitions } },
      }),
    );
  };
  const listPartitions = (kinds: readonly ItemKind[]) => kinds.map((kind) => `${kind}#*`);
  grant('TableReads', READ, table.tableArn, listPartitions(reads));
  grant('TableWrites', WRITE, table.tableArn, listPartitions(writes));
  const index = `${table.tableArn}/index/${TABLE.index.name}`;
  grant(
    'Lists',
    ['dynamodb:Query'],
    index,
    lists.map((list) => LIST_PARTITIONS[list]),
  );
  if ([...reads, ...writes, ...lists].length > 0) grantKey(table, role);
}

/** The authorizer reads tokens, and may write only one attribute: the day on which a token was last used. */
export function grantTokens(table: Table, role: IRole): void {
  const tokensOnly = { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['TOKEN#*'] } };
  role.addToPrincipalPolicy(
    new PolicyStatement({
      sid: 'ReadTokens',
      effect: Effect.ALLOW,
      actions: ['dynamodb:GetItem'],
      resources: [table.tableArn],
      conditions: tokensOnly,
    }),
  );
  role.addToPrincipalPolicy(
    new PolicyStatement({
      sid: 'MarkTokensUsed',
      effect: Effect.ALLOW,
      actions: ['dynamodb:UpdateItem'],
      resources: [table.tableArn],
      conditions: {
        'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['TOKEN#*'] },
        'ForAllValues:StringEquals': { 'dynamodb:Attributes': ['pk', 'sk', 'lastUsedOn'] },
        // Without this, an update could ask for the whole item back, including attributes that it may not
        // name.
        StringEqualsIfExists: { 'dynamodb:ReturnValues': ['NONE', 'UPDATED_OLD', 'UPDATED_NEW'] },
      },
    }),
  );
  grantKey(table, role);
}

/**
 * If the table has a key of the account, whoever uses the table needs the key. The actions are spelled out to
 * avoid wildcards.
 */
function grantKey(table: Table, role: IRole): void {
  table.encryptionKey?.grant(
    role,
    'kms:Encrypt',
    'kms:Decrypt',
    'kms:ReEncryptFrom',
    'kms:ReEncryptTo',
    'kms:GenerateDataKey',
    'kms:GenerateDataKeyWithoutPlaintext',
    'kms:DescribeKey',
  );
}
