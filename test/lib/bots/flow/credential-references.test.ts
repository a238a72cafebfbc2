import { describe, expect, it } from 'vitest';
import { BLOCK_TYPES, needsCredentials } from '#lib/blocks/block-types.ts';
import { CREDENTIAL_KINDS } from '#lib/bots/document/credential-kinds.ts';
import { credentialReferences } from '#lib/bots/flow/credential-references.ts';
import { toImportedDocument } from '#lib/bots/incoming/imported-document.ts';

const inBlocks = (...blocks: unknown[]) =>
  credentialReferences(
    toImportedDocument({ version: '6', groups: [{ id: 'g', title: 'Welcome', blocks }] }).document,
  );

describe('The credentials that a flow names', () => {
  it('have their kind and their place', () => {
    const text = { id: 'a', type: 'text', content: {} };
    const mail = { id: 'b', type: 'Email', options: { credentialsId: 'c1' } };
    expect(inBlocks(text, mail)).toStrictEqual([
      {
        credentialsId: 'c1',
        kind: 'smtp',
        path: 'bot.groups[0].blocks[1].options.credentialsId',
        groupTitle: 'Welcome',
        blockType: 'Email',
        blockLabel: 'Send email',
      },
    ]);
  });

  it.each([
    ['Email', 'smtp'],
    ['payment input', 'stripe'],
    ['Google Sheets', 'google sheets'],
    ['OpenAI', 'openai'],
    ['openai', 'openai'],
    ['anthropic', 'anthropic'],
    ['dify-ai', 'dify-ai'],
    ['invented', undefined],
  ])('of a block of type %s are of the kind %s', (type, kind) => {
    expect(inBlocks({ id: 'b', type, options: { credentialsId: 'c1' } })).toMatchObject([
      { credentialsId: 'c1', kind },
    ]);
  });

  it.each(['Webhook', 'Zapier', 'Make.com', 'Pabbly'])('include the proxy of a %s block', (type) => {
    const options = { proxyCredentialsId: 'p1', credentialsId: 'ignored' };
    expect(inBlocks({ id: 'b', type, options })).toMatchObject([
      {
        credentialsId: 'p1',
        kind: 'http proxy',
        path: 'bot.groups[0].blocks[0].options.proxyCredentialsId',
      },
    ]);
  });

  it('are listed once for each block', () => {
    const block = { type: 'openai', options: { credentialsId: 'c1' } };
    expect(inBlocks({ ...block, id: 'a' }, { ...block, id: 'b' })).toHaveLength(2);
  });

  it('have a known kind for every type of block that does nothing without them', () => {
    const needing = [...BLOCK_TYPES.values()].filter(needsCredentials);
    expect(needing.length).toBeGreaterThan(15);
    expect(
      needing.filter(({ credentialsKind }) => !CREDENTIAL_KINDS.has(credentialsKind ?? '')),
    ).toStrictEqual([]);
  });

  it.each([
    ["the service's own mail server", { type: 'Email', options: { credentialsId: 'default' } }],
    ['an empty id', { type: 'openai', options: { credentialsId: '' } }],
    ['an id that is not text', { type: 'openai', options: { credentialsId: 7 } }],
    ['a block without options', { type: 'openai' }],
    ['a block that reads none', { type: 'text input', options: { credentialsId: 'c1' } }],
    ['an entry that is not a block', 'openai'],
  ])('do not include %s', (_, block) => {
    expect(inBlocks(block)).toStrictEqual([]);
  });
});
