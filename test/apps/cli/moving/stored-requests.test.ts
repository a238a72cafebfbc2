import { describe, expect, it } from 'vitest';
import { findStoredRequestIds, withStoredRequests } from '#apps/cli/moving/source/stored-requests.ts';
import type { BotFlow } from '#lib/bots/document/bot-document.ts';
import { v3ToV4 } from '#lib/bots/migrations/v3-to-v4.ts';
import type { JsonObject } from '#lib/platform/json/json-object.ts';

const ROW = {
  id: 'w1',
  url: 'https://hooks.example/{{Name}}',
  method: 'PUT',
  queryParams: [{ id: 'q', key: 'a', value: '1' }],
  headers: [{ id: 'h', key: 'x-a', value: 'b' }],
  body: '{"name":"{{Name}}"}',
  typebotId: 'bot',
  createdAt: '2022-01-01T00:00:00.000Z',
  updatedAt: '2022-01-01T00:00:00.000Z',
};
const REQUEST = {
  id: 'w1',
  url: ROW.url,
  method: 'PUT',
  queryParams: ROW.queryParams,
  headers: ROW.headers,
  body: ROW.body,
};

function document(...blocks: unknown[]): JsonObject {
  return { version: null, groups: [{ id: 'g', title: 'G', blocks }], edges: [] };
}

function filled(block: unknown, row: JsonObject = ROW): unknown {
  const { groups } = withStoredRequests(document(block), new Map([['w1', row]]));
  return (groups as { blocks: unknown[] }[])[0]?.blocks[0];
}

describe('requests of very old HTTP blocks', () => {
  it.each([
    ['no options', {}, {}],
    ['null for options', { options: null }, {}],
    ['other options', { options: { isCustomBody: true } }, { isCustomBody: true }],
    ['null for a request', { options: { webhook: null } }, {}],
  ])('are put into blocks with %s', (_case, block, options) => {
    expect(filled({ id: 'b', type: 'Webhook', webhookId: 'w1', ...block })).toEqual({
      id: 'b',
      type: 'Webhook',
      webhookId: 'w1',
      options: { ...options, webhook: REQUEST },
    });
  });

  it('fill in a request without a URL', () => {
    const block = { type: 'Zapier', webhookId: 'w1', options: { webhook: { id: 'w1', method: 'POST' } } };
    expect(filled(block)).toMatchObject({ options: { webhook: REQUEST } });
  });

  it('have defaults', () => {
    const row = { ...ROW, url: null, method: null, headers: null, queryParams: {}, body: null };
    expect(filled({ type: 'Webhook', webhookId: 'w1' }, row)).toMatchObject({
      options: { webhook: { id: 'w1', method: 'POST', headers: [], queryParams: [] } },
    });
  });

  it.each([
    ['a request of its own', { webhookId: 'w1', options: { webhook: { url: 'https://own.example' } } }],
    ['no reference', { options: { webhook: { id: 'w1', method: 'POST' } } }],
    ['a reference to a row that is gone', { webhookId: 'w2' }],
    ['a reference that is not text', { webhookId: 1 }],
    ['odd options', { webhookId: 'w1', options: 'none' }],
    ['an odd request', { webhookId: 'w1', options: { webhook: 'none' } }],
  ])('leave a block with %s as it is', (_case, block) => {
    expect(filled({ type: 'Webhook', ...block })).toEqual({ type: 'Webhook', ...block });
  });

  it('survive the migration to version 4', () => {
    const block = filled({ id: 'b', type: 'Webhook', webhookId: 'w1' });
    const migrated = v3ToV4({ ...document(block), version: '3' } as unknown as BotFlow);
    expect(migrated.groups[0]?.blocks[0]).toEqual({
      id: 'b',
      type: 'Webhook',
      options: { webhook: REQUEST },
    });
  });

  it('are looked for once each, in odd documents too', () => {
    const block = { type: 'Webhook', webhookId: 'w1' };
    expect(findStoredRequestIds(document(block, block, null, 'text', { webhookId: 'w2' }))).toEqual([
      'w1',
      'w2',
    ]);
    expect(findStoredRequestIds({ groups: [null, {}, { blocks: 'none' }] })).toEqual([]);
    expect(findStoredRequestIds({ groups: null })).toEqual([]);
  });
});
