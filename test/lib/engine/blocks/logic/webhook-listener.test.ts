import { expect, it } from 'vitest';
import { webhookListenerBlock } from '#lib/engine/blocks/logic/webhook-listener.ts';
import { blockContext } from '#test/support/chat/block-context.ts';

const block = (options?: unknown) => ({ id: 'b1', type: 'webhook', options }) as never;

it('waits for the client to report a webhook call', () => {
  expect(webhookListenerBlock.run(block(), blockContext())).toEqual({
    actions: [{ type: 'listenForWebhook', expectsDedicatedReply: true }],
  });
});

it.each<[text: string, bodyPath: string, stored: unknown]>([
  ['{"data":{"name":"Ada"}}', 'data.name', 'Ada'],
  ['{"statusCode":201,"data":[1,2]}', 'statusCode', '201'],
  ['{"statusCode":201,"data":[1,2]}', 'data', ['1', '2']],
  ['plain text', 'data', 'plain text'],
  ['plain text', 'statusCode', '200'],
  ['42', 'data', '42'],
  ['{"other":1}', 'data', null],
])('stores, of the report %j, %s', async (text, bodyPath, stored) => {
  const context = blockContext({ variables: { target: 'before' } });
  const responseVariableMapping = [{ id: 'm1', bodyPath, variableId: 'target' }];
  await webhookListenerBlock.resume?.(block({ responseVariableMapping }), text, context);
  expect(context.valueOf('target')).toEqual(stored);
});

it.each([undefined, {}, { responseVariableMapping: 'none' }])('stores nothing with %j', async (options) => {
  const context = blockContext({ variables: { target: 'before' } });
  await webhookListenerBlock.resume?.(block(options), '{"data":1}', context);
  expect(context.valueOf('target')).toBe('before');
});
