import { describe, expect, it } from 'vitest';
import { v3ToV4 } from '#lib/bots/migrations/v3-to-v4.ts';
import { frozen, group, smallBot } from './small-bot.ts';

function migratedBlock(block: unknown): unknown {
  const document = frozen(smallBot({ version: '3', groups: [group('g', [block])] }));
  return v3ToV4(document).groups[0]?.blocks[0];
}

describe('v3ToV4', () => {
  it('sets the version', () => {
    expect(v3ToV4(smallBot({ version: '3' })).version).toBe('4');
  });

  it.each(['Webhook', 'Zapier', 'Make.com', 'Pabbly'])('adds the request of a %s block inline', (type) => {
    expect(migratedBlock({ id: 'b', type, webhookId: 'w', options: { isCustomBody: true } })).toStrictEqual({
      id: 'b',
      type,
      options: { isCustomBody: true, webhook: { method: 'POST', id: 'w' } },
    });
  });

  it('creates missing options', () => {
    const expected = { type: 'Webhook', options: { webhook: { method: 'POST', id: 'w' } } };
    expect(migratedBlock({ type: 'Webhook', webhookId: 'w' })).toStrictEqual(expected);
    expect(migratedBlock({ type: 'Webhook', webhookId: 'w', options: null })).toStrictEqual(expected);
    expect(migratedBlock({ type: 'Webhook', webhookId: 'w', options: { webhook: null } })).toStrictEqual(
      expected,
    );
  });

  it('writes an empty id if the block has none', () => {
    expect(migratedBlock({ type: 'Zapier' })).toStrictEqual({
      type: 'Zapier',
      options: { webhook: { method: 'POST', id: '' } },
    });
  });

  it('keeps an inline request, and drops the redundant webhookId', () => {
    const options = { webhook: { id: 'w', url: 'https://example.com', method: 'GET' } };
    expect(migratedBlock({ type: 'Webhook', webhookId: 'w', options })).toStrictEqual({
      type: 'Webhook',
      options,
    });
  });

  it.each([
    ['has another id', { id: 'other', url: 'https://example.com' }],
    ['has no id', { url: 'https://example.com' }],
    ['is not an object', 'https://example.com'],
  ])('keeps webhookId beside an inline request that %s', (_case, webhook) => {
    const block = { type: 'Webhook', webhookId: 'w', options: { webhook } };
    expect(migratedBlock(block)).toStrictEqual(block);
  });

  it('keeps an inline request of a block without a webhookId', () => {
    const block = { type: 'Webhook', options: { webhook: { id: 'w' } } };
    expect(migratedBlock(block)).toStrictEqual(block);
  });

  it.each([
    ['another type', { type: 'webhook', webhookId: 'w' }],
    ['options that are not an object', { type: 'Webhook', webhookId: 'w', options: 'none' }],
    ['a string', 'Webhook'],
    ['null', null],
  ])('leaves a malformed or unrelated block unchanged: %s', (_case, block) => {
    expect(migratedBlock(block)).toStrictEqual(block);
  });

  it('leaves everything else unchanged', () => {
    const document = smallBot({
      version: '3',
      groups: [{ ...group('g', ['block']), 'x-group': 1 }],
      edges: [{ id: 'e', from: { blockId: 'b' }, to: { groupId: 'g' } }],
      variables: [{ id: 'v', name: 'n' }],
      'x-document': 2,
    });
    expect(v3ToV4(document)).toStrictEqual({ ...document, version: '4' });
  });
});
