import { describe, expect, it } from 'vitest';
import { explainRemoval, isSamePerson } from '#apps/console/workspace/same-person.ts';

const TOKEN = {
  id: 't1',
  workspaceId: 'w1',
  name: 'Ada Lovelace',
  role: 'editor' as const,
  createdAt: '2026-11-28T09:00:00.000Z',
  expiresAt: null,
  revokedAt: null,
  lastUsedOn: null,
};
const signIn = { account: 'ada@example.com', personId: 'p1', grantedBy: 'claim' as const };

describe('isSamePerson', () => {
  it.each([
    ['the same token', { id: 't1' }, { id: 't1' }, true],
    ['tokens without a person', { id: 't1' }, { id: 't2' }, false],
    ['tokens of one person', { id: 't1', signIn }, { id: 't2', signIn: { personId: 'p1' } }, true],
    ['tokens of two people', { id: 't1', signIn }, { id: 't2', signIn: { personId: 'p2' } }, false],
    ['a token of a person and another one', { id: 't1', signIn }, { id: 't2' }, false],
  ])('compares %s', (_, one, other, expected) => {
    expect([isSamePerson(one, other), isSamePerson(other, one)]).toEqual([expected, expected]);
  });
});

describe('explainRemoval', () => {
  it('says that all tokens of a person end, and that the provider can let them in again', () => {
    expect(explainRemoval({ ...TOKEN, signIn }, false)).toBe(
      'All tokens of the person stop working within a minute. The identity provider has given the role: take it away with the provider, or the person can sign in again.',
    );
  });

  it('warns whoever removes themselves', () => {
    expect(explainRemoval({ ...TOKEN, signIn: { ...signIn, grantedBy: 'invitation' } }, true)).toBe(
      'This is you. You will be signed out within a minute, in every browser. To let the person in again, send a new invitation.',
    );
    expect(explainRemoval(TOKEN, true)).toMatch(/^This is you\. You will be signed out within a minute\. /);
  });
});
