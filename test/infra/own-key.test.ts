import { beforeAll, describe, expect, it } from 'vitest';
import { endpoints } from '#functions/endpoints.ts';
import { EVERY_OPTION } from '#test/support/deployed/every-option.ts';
import { getStatements, type Statement } from '#test/support/deployed/role-policy.ts';
import { sharedAssembly } from '#test/support/deployed/shared-assembly.ts';
import { type Assembly, getResources, referenceIn } from '#test/support/deployed/template.ts';

let assembly: Assembly;
let complete: Assembly;

beforeAll(async () => {
  assembly = await sharedAssembly();
  complete = await sharedAssembly(EVERY_OPTION);
}, 120_000);

const all = (type: string, source: Assembly) =>
  getResources(source.template, type).map(([, { Properties }]) => Properties);

/** Name of the parameter through which the data stack hands on its key. */
const parameterOf = (value: unknown) =>
  complete.template.Parameters[referenceIn(value) ?? '']?.Default ?? JSON.stringify(value);
const KEY = '/bots/qa/table-key-arn';

/** Statements of a function's role about keys, by their id: which key, through which service, for what. */
function getKeyUses(functionName: string, source = complete): Record<string, unknown> {
  const found = all('AWS::Lambda::Function', source).find(
    ({ FunctionName }) => FunctionName === functionName,
  );
  const statements = getStatements(source.template, referenceIn(found?.Role) ?? '');
  return Object.fromEntries(
    statements.filter(({ Action }) => JSON.stringify(Action).includes('"kms:')).map(describeUse),
  );
}

function describeUse({ Sid = '', Action, Resource, Condition }: Statement): [string, unknown] {
  const via = JSON.stringify(Condition?.StringEquals?.['kms:ViaService']);
  const [, service] = /\["","?\[?"?(\w+)\./.exec(via ?? '') ?? [];
  return [Sid, { key: parameterOf(Resource), service, actions: [Action].flat() }];
}

describe('without a key of its own', () => {
  it('no role may use a key, and nothing names one', () => {
    expect(JSON.stringify(assembly.template)).not.toMatch(/kms:|"KmsKeyId"|KmsMasterKeyId/);
  });
});

describe("with the account's own key", () => {
  it('all logs, the failures of the audit trail and alarms are encrypted with it', () => {
    const groups = all('AWS::Logs::LogGroup', complete);
    expect(groups.length).toBeGreaterThan(endpoints.length);
    expect(new Set(groups.map(({ KmsKeyId }) => parameterOf(KmsKeyId)))).toEqual(new Set([KEY]));
    for (const type of ['AWS::SQS::Queue', 'AWS::SNS::Topic']) {
      const found = all(type, complete);
      expect([type, found.length]).toEqual([type, 1]);
      expect(found.map(({ KmsMasterKeyId }) => parameterOf(KmsMasterKeyId))).toEqual([KEY]);
    }
  });

  it('a role may use a key only through the service that it needs it for', () => {
    const tableKey = {
      key: KEY,
      service: 'dynamodb',
      actions: expect.arrayContaining(['kms:Decrypt', 'kms:Encrypt', 'kms:GenerateDataKey']),
    };
    const files = (...actions: string[]) => ({ key: KEY, service: 's3', actions });
    const secrets = {
      key: JSON.stringify(EVERY_OPTION['bots:secretsKeyArn']),
      service: 'secretsmanager',
      actions: ['kms:Decrypt'],
    };
    for (const { id, runsBots, takesFiles, readsExports, managesCredentials } of endpoints) {
      expect([id, getKeyUses(`bots-qa-${id}`)]).toEqual([
        id,
        {
          TableKey: tableKey,
          ...((runsBots || takesFiles) && { FilesKey: files('kms:GenerateDataKey') }),
          ...(readsExports && { FilesKey: files('kms:Decrypt') }),
          ...((runsBots || managesCredentials === 'test') && { SecretsKey: secrets }),
          ...(managesCredentials === 'put' && {
            SecretsKey: { ...secrets, actions: ['kms:Decrypt', 'kms:GenerateDataKey'] },
          }),
        },
      ]);
    }
    expect(getKeyUses('bots-qa-authorizer')).toEqual({ TableKey: tableKey });
    expect(getKeyUses('bots-qa-run-job')).toEqual({
      TableKey: tableKey,
      FilesKey: files('kms:Decrypt', 'kms:GenerateDataKey'),
    });
    expect(getKeyUses('bots-qa-write-audit-entries')).toEqual({
      TableKey: tableKey,
      FailuresKey: { key: KEY, service: 'sqs', actions: ['kms:Decrypt', 'kms:GenerateDataKey'] },
    });
  });

  it('the function that stores credentials encrypts secrets with their key, and no other function names it', () => {
    const naming = (source: Assembly) =>
      all('AWS::Lambda::Function', source)
        .filter(({ Environment }) => Environment?.Variables.CREDENTIALS_KEY_ARN !== undefined)
        .map(({ FunctionName, Environment }) => [FunctionName, Environment.Variables.CREDENTIALS_KEY_ARN]);
    expect(naming(complete)).toEqual([['bots-qa-put-credentials', EVERY_OPTION['bots:secretsKeyArn']]]);
    expect(naming(assembly)).toEqual([]);
  });
});
