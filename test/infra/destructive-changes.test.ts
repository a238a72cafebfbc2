import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { EVERY_OPTION } from '#test/support/deployed/every-option.ts';
import { sharedAssembly } from '#test/support/deployed/shared-assembly.ts';
import { DiffError, type DiffOutcome, readDestructiveChanges } from '../../infra/destructive-changes.ts';
import { isLoss } from '../../infra/loss.ts';

/** Reads what the CLI has printed. `refuse-loss.long.test.ts` makes the recordings. */
function readRecording(name: string): DiffOutcome {
  const text = readFileSync(join(import.meta.dirname, 'recorded-diffs', `${name}.txt`), 'utf8');
  const [, exitCode, output = ''] = /^exit code (\d)\n(.*)$/s.exec(text) ?? [];
  return { exitCode: Number(exitCode), output };
}

const findLosses = (name: string) =>
  readDestructiveChanges(readRecording(name))
    .filter(isLoss)
    .map(({ type, logicalId, impact }) => `${type} ${logicalId} ${impact}`);

describe('a recorded diff', () => {
  it.each([
    ['replace', ['AWS::DynamoDB::GlobalTable Table will be replaced']],
    ['destroy', ['AWS::CloudFront::Distribution Distribution will be destroyed']],
    [
      'orphan',
      ['AWS::DynamoDB::GlobalTable Table will be orphaned', 'AWS::S3::Bucket Bucket will be orphaned'],
    ],
    ['may-be-replaced', ['AWS::Route53Resolver::ResolverRule Rule may be replaced']],
    ['harmless', []],
    ['empty', []],
  ])('loses what it says: %s', (name, losses) => {
    expect(findLosses(name)).toEqual(losses);
  });

  it('reads destructive changes without a loss, too', () => {
    expect(readDestructiveChanges(readRecording('harmless'))).toEqual([
      expect.objectContaining({ type: 'AWS::ApiGateway::Deployment', impact: 'will be destroyed' }),
      {
        stack: 'bots-prod-data',
        type: 'AWS::Lambda::Function',
        logicalId: 'Old',
        impact: 'will be destroyed',
      },
    ]);
  });

  it('that failed is not one without losses', () => {
    expect(() => findLosses('failed')).toThrow(DiffError);
  });
});

describe('an outcome that cannot be read is refused', () => {
  const { output } = readRecording('replace');
  const empty = readRecording('empty').output;

  it.each<[string, DiffOutcome]>([
    ['nothing at all', { exitCode: 0, output: '' }],
    ['a diff that was cut off', { exitCode: 1, output: output.slice(0, output.indexOf('Number of')) }],
    [
      'a diff without the last line, although the program succeeded',
      { exitCode: 0, output: 'Stack bots-prod\n' },
    ],
    ['a failure without a list', { exitCode: 1, output: empty }],
    ['a crash after the diff', { exitCode: 134, output: empty }],
    ['a list although the program succeeded', { exitCode: 0, output }],
    ['a list that is shorter than it says', { exitCode: 1, output: output.replace('Found 1', 'Found 2') }],
    ['an unknown impact', { exitCode: 1, output: output.replace('will be replaced', 'will vanish') }],
    [
      'an option that the CLI ignores',
      { exitCode: 0, output: `Unknown option(s): --fail-on. These …\n${empty}` },
    ],
  ])('%s', (_, outcome) => {
    expect(() => readDestructiveChanges(outcome)).toThrow(DiffError);
  });
});

describe('a line of the list', () => {
  const read = (line: string) =>
    readDestructiveChanges({
      exitCode: 1,
      output: `Number of stacks with differences: 1\n\nFound 1 destructive change(s) (--fail-on=destructive):\n  ${line}\n`,
    });

  it.each([
    'bots-prod: AWS::SNS::Topic Topic will be destroyed',
    'bots-prod: AWS::SNS::Topic Alarms/Some topic Topic will be destroyed',
    "bots-prod: AWS::SNS::Topic Alarms/Topic Topic will be destroyed (moved to bots-qa.Topic, run 'cdk refactor' to keep it)",
    '\u001b[31mbots-prod: AWS::SNS::Topic Topic will be destroyed\u001b[39m',
  ])('is read: %s', (line) => {
    expect(read(line)).toEqual([
      { stack: 'bots-prod', type: 'AWS::SNS::Topic', logicalId: 'Topic', impact: 'will be destroyed' },
    ]);
  });
});

it('what holds data or an address is kept, and somebody has decided about each type of the stacks', async () => {
  const assemblies = await Promise.all([sharedAssembly(), sharedAssembly(EVERY_OPTION)]);
  const types = assemblies
    .flatMap(({ template, dataTemplate }) => [template, dataTemplate])
    .flatMap(({ Resources }) => Object.values(Resources).map(({ Type }) => Type));
  // A new type fails here: list it as one that may go in infra/loss.ts, or as one that is kept.
  expect([...new Set(types)].filter((type) => isLoss({ type })).toSorted()).toEqual([
    'AWS::ApiGateway::BasePathMapping',
    'AWS::ApiGateway::DomainName',
    'AWS::ApiGateway::RestApi',
    'AWS::ApiGateway::Stage',
    'AWS::Backup::BackupVault',
    'AWS::CloudFront::Distribution',
    'AWS::DynamoDB::GlobalTable',
    'AWS::KMS::Key',
    'AWS::Route53::RecordSet',
    'AWS::S3::Bucket',
    'AWS::SNS::Subscription',
    'AWS::SNS::Topic',
    // Entries of the audit trail and jobs that failed wait in queues.
    'AWS::SQS::Queue',
  ]);
}, 240_000);
