import { describe, expect, it } from 'vitest';
import { isAllowed, policyDocument } from '#apps/local/gateway/policy.ts';

const METHOD = 'arn:aws:execute-api:local:000000000000:management/api/GET/v1/bots/b1';

function decide(
  ...statements: { Effect: string; Resource: string | string[]; Action?: string | string[] }[]
) {
  const policy = policyDocument.parse({
    Version: '2012-10-17',
    Statement: statements.map((statement) => ({ Action: 'execute-api:Invoke', ...statement })),
  });
  return isAllowed(policy, METHOD);
}

describe('isAllowed', () => {
  it('is true if a statement allows the method', () => {
    expect(decide({ Effect: 'Allow', Resource: METHOD })).toBe(true);
    expect(decide({ Effect: 'Allow', Resource: 'arn:aws:execute-api:*:*:management/api/*' })).toBe(true);
    expect(decide({ Effect: 'Allow', Resource: ['other', '*/GET/v1/bots/b?'] })).toBe(true);
    expect(decide({ Effect: 'Allow', Resource: '*', Action: ['s3:*', 'execute-api:*'] })).toBe(true);
  });

  it('is false if none does', () => {
    expect(decide()).toBe(false);
    expect(decide({ Effect: 'Allow', Resource: METHOD.replace('b1', 'b2') })).toBe(false);
    expect(decide({ Effect: 'Allow', Resource: METHOD.replace('management', 'chat') })).toBe(false);
    expect(decide({ Effect: 'Allow', Resource: METHOD.slice(0, -1) })).toBe(false);
    expect(decide({ Effect: 'Allow', Resource: '*', Action: 's3:*' })).toBe(false);
  });

  it('is false if one denies it, whatever others allow', () => {
    expect(decide({ Effect: 'Allow', Resource: '*' }, { Effect: 'Deny', Resource: METHOD })).toBe(false);
    expect(decide({ Effect: 'Allow', Resource: '*' }, { Effect: 'Deny', Resource: '*/POST/*' })).toBe(true);
  });

  it('matches dots literally', () => {
    expect(decide({ Effect: 'Allow', Resource: METHOD.replace('aws', '...') })).toBe(false);
  });
});

describe('policyDocument', () => {
  it('rejects elements that the gateway would have to ignore', () => {
    const Statement = [{ Effect: 'Allow', Action: '*', Resource: '*', Condition: {} }];
    expect(policyDocument.safeParse({ Statement }).success).toBe(false);
  });
});
