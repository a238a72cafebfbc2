import { Effect, type PolicyDocument, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { TableAccess } from '#lib/platform/http/contract.ts';
import { type ItemKind, LIST_PARTITIONS } from '#lib/platform/store/keys.ts';
import { TABLE } from '#lib/platform/store/table.ts';
import { grantKey, type KeyUse } from './key-grant.ts';
import type { TableReference } from './table-reference.ts';

/**
 * Exactly the actions that `lib/platform/store/dynamodb.ts` uses. Transactions require the actions of their individual
 * writes.
 */
const CHECK = ['dynamodb:ConditionCheckItem'];
const READ = ['dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:Query', ...CHECK];
const APPEND = ['dynamodb:PutItem'];
const WRITE = [...APPEND, 'dynamodb:UpdateItem', 'dynamodb:DeleteItem', 'dynamodb:BatchWriteItem'];

/** The actions are listed individually to avoid wildcards. */
const USE_OF_KEY = {
  sid: 'TableKey',
  service: 'dynamodb',
  actions: [
    'kms:Encrypt',
    'kms:Decrypt',
    'kms:ReEncryptFrom',
    'kms:ReEncryptTo',
    'kms:GenerateDataKey',
    'kms:GenerateDataKeyWithoutPlaintext',
    'kms:DescribeKey',
  ],
} satisfies KeyUse;

/**
 * Grants a function the table access that its contract declares, limited to the declared kinds of items. For
 * example, chats cannot read tokens.
 */
export function grantTable(
  table: TableReference,
  policy: PolicyDocument,
  { reads, writes = [], appends = [], checks = [], lists = [] }: TableAccess,
): void {
  const grant = (sid: string, actions: string[], resource: string, partitions: string[]): void => {
    // A condition with an empty list of keys would allow every request.
    if (partitions.length === 0) return;
    policy.addStatements(
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
  grant('TableAppends', APPEND, table.tableArn, listPartitions(appends));
  grant('TableChecks', CHECK, table.tableArn, listPartitions(checks));
  const index = `${table.tableArn}/index/${TABLE.index.name}`;
  grant(
    'Lists',
    ['dynamodb:Query'],
    index,
    lists.map((list) => LIST_PARTITIONS[list]),
  );
  if ([...reads, ...writes, ...appends, ...checks, ...lists].length > 0)
    grantKey(policy, table.keyArn, USE_OF_KEY);
}

/**
 * Allows the authorizer to read tokens, and to write two attributes: the day on which a token was last
 * used, and the expiry that this renews.
 */
export function grantTokens(table: TableReference, policy: PolicyDocument): void {
  const tokensOnly = { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['TOKEN#*'] } };
  policy.addStatements(
    new PolicyStatement({
      sid: 'ReadTokens',
      effect: Effect.ALLOW,
      actions: ['dynamodb:GetItem'],
      resources: [table.tableArn],
      conditions: tokensOnly,
    }),
  );
  policy.addStatements(
    new PolicyStatement({
      sid: 'MarkTokensUsed',
      effect: Effect.ALLOW,
      actions: ['dynamodb:UpdateItem'],
      resources: [table.tableArn],
      conditions: {
        'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['TOKEN#*'] },
        'ForAllValues:StringEquals': { 'dynamodb:Attributes': ['pk', 'sk', 'lastUsedOn', 'expiresAt'] },
        // Otherwise an update could return the whole item, including attributes to which the function has no
        // access.
        StringEqualsIfExists: { 'dynamodb:ReturnValues': ['NONE', 'UPDATED_OLD', 'UPDATED_NEW'] },
      },
    }),
  );
  grantKey(policy, table.keyArn, USE_OF_KEY);
}

/** Allows the audit writer to read the table's stream and to add entries. */
export function grantAuditEntries(table: TableReference, policy: PolicyDocument, streamArn: string): void {
  policy.addStatements(
    new PolicyStatement({
      sid: 'ReadStream',
      effect: Effect.ALLOW,
      actions: [
        'dynamodb:DescribeStream',
        'dynamodb:GetRecords',
        'dynamodb:GetShardIterator',
        'dynamodb:ListStreams',
      ],
      resources: [streamArn],
    }),
  );
  grantTable(table, policy, { reads: [], appends: ['AUDIT'] });
}
