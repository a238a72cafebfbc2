import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BLOCK_TYPES } from '#lib/blocks/block-types.ts';
import { turnResponse } from '#lib/chat/chat-schema.ts';
import { HttpRequestError } from '#lib/engine/model/ports.ts';
import type { JsonObject } from '#lib/platform/json/json-object.ts';
import { chatBot } from '#test/fixtures/chat-bots.ts';
import { type Said, Talk } from '#test/support/chat/talk.ts';

/*
 * Blocks can contain anything, and any tenant can import a document. Whatever it contains, a chat must
 * neither throw nor violate its contract.
 */

/** Names of options and item fields read by modules, so that random values reach the code that reads them. */
const KEYS = [
  '__proto__ ',
  'constructor',
  'toString',
  'variableId',
  'action',
  'type',
  'items',
  'options',
  'content',
  'richText',
  'children',
  'text',
  'url',
  'title',
  'paths',
  'condition',
  'displayCondition',
  'isEnabled',
  'comparisons',
  'comparisonOperator',
  'value',
  'webhook',
  'headers',
  'queryParams',
  'key',
  'body',
  'isCustomBody',
  'isExecutedOnClient',
  'responseVariableMapping',
  'bodyPath',
  'expressionToEvaluate',
  'isCode',
  'item',
  'mapListItemParams',
  'secondsToWaitFor',
  'groupId',
  'blockId',
  'typebotId',
  'credentialsId',
  'recipients',
  'dynamicVariableId',
  'dynamicItems',
  'isMultipleChoice',
  'saveResponseMapping',
  'labels',
  'min',
  'max',
  'length',
  'step',
  'format',
  'isRange',
  'amount',
  'currency',
  'additionalInformation',
  'attachments',
  'saveVariableId',
  'audioClip',
  'allowedFileTypes',
  'types',
  'waitForEvent',
  'saveDataInVariableId',
  'height',
  'messages',
  'model',
  'prompt',
  'tools',
  'parameters',
  'code',
  'responseMapping',
  'variablesToExtract',
  'retryMessageContent',
  'aPercent',
  'path',
  'timeZone',
  'cells',
  'filter',
  'spreadsheetId',
  'sheetId',
  'outgoingEdgeId',
  'id',
  'data',
  'voiceId',
  'apiKey',
  'baseUrl',
  'event',
  'properties',
];

const TEXTS = [
  '',
  'v',
  '{{V}}',
  '{{L}}',
  '{{= 1 =}}',
  '{{__proto__}}',
  '__proto__',
  'constructor',
  'current',
  'g',
  'e',
  '0',
  '-1',
  '1e309',
  'Custom',
  'Transcript',
  'Append value(s)',
  'Pop',
  'Now',
  'EQUAL',
  'Equal to',
  'Matches regex',
  '/(/',
  'OR',
  'Create chat completion',
  'Ask Assistant',
  'Get data from sheet',
  'Generate a QR Code',
  'https://example.com/?a={{V}}',
  'https://a:b@example.com:0/',
  'data.list[0]',
  'a@example.com',
  'GET',
  'p',
  'li',
  '\uD800',
  '\0',
];

const key = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...KEYS) },
  { weight: 1, arbitrary: fc.string({ maxLength: 5 }) },
);
const leaf = fc.oneof(
  fc.constantFrom(...TEXTS),
  fc.constantFrom(null, true, false, 0, -1, 1.5, 1e21, Number.MAX_SAFE_INTEGER),
  fc.string({ maxLength: 10 }),
);
const { value: anything } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    leaf,
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(key, tie('value'), { maxKeys: 6, noNullPrototype: true }),
  ),
}));
const anyObject = fc.dictionary(key, anything, { minKeys: 1, maxKeys: 8, noNullPrototype: true });

const anyMessage = fc.oneof(
  fc.constant(undefined),
  fc.constant(null),
  fc.constantFrom(...TEXTS),
  fc.record({
    type: fc.constant('text' as const),
    text: fc.constantFrom(...TEXTS),
    metadata: fc.constant({ replyId: '__proto__' }),
  }),
  fc.record({ type: fc.constant('audio' as const), url: fc.constantFrom(...TEXTS) }),
);

const types = [...BLOCK_TYPES.keys()];

function talkTo(block: JsonObject, httpBody: unknown): Talk {
  const bot = chatBot(
    [
      { id: 'g', blocks: [block, { id: 'last', type: 'text input', options: { variableId: 'v' } }] },
      { id: 'h', blocks: [{ id: 'other', type: 'text', content: {} }] },
    ],
    {
      edges: [{ id: 'e', from: { blockId: 'block' }, to: { groupId: 'h' } }],
      variables: [
        { id: 'v', name: 'V', value: 'a value' },
        { id: 'l', name: 'L', value: ['a', null, 'b'] },
        { id: '__proto__', name: '__proto__', value: 'x' },
        { id: 'constructor', name: 'constructor' },
      ],
    },
  );
  return new Talk(bot, {
    ports: {
      http: async ({ method }) => {
        if (method === 'PUT') throw new HttpRequestError('failed', 'No connection');
        return { status: 200, headers: {}, body: new TextEncoder().encode(JSON.stringify(httpBody)) };
      },
      credentials: async () => ({
        apiKey: 'key-of-the-workspace',
        accessToken: 'token-of-the-workspace',
        live: { secretKey: 'secret-of-the-workspace', publicKey: 'public' },
      }),
      mail: { send: async () => {} },
      files: { put: async ({ name }) => `https://files.example/${name}` },
    },
  });
}

/** Checks that the response is valid JSON and matches the contract. */
function checkResponse(said: Said): void {
  const sent = JSON.stringify(said);
  expect(turnResponse().safeParse(JSON.parse(sent)).error).toBeUndefined();
  expect(sent).not.toMatch(/-of-the-workspace/);
}

describe.each(types)('Whatever a document holds in a block of type "%s"', (type) => {
  it('a chat with it continues', { timeout: 20_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.record(
          {
            options: fc.oneof(anyObject, anything),
            items: fc.oneof(fc.array(anyObject, { maxLength: 4 }), anything),
            content: fc.oneof(anyObject, anything),
          },
          { requiredKeys: [] },
        ),
        fc.array(anyMessage, { maxLength: 3 }),
        anything,
        async (fields, messages, httpBody) => {
          const talk = talkTo({ id: 'block', type, ...fields }, httpBody);
          checkResponse(await talk.start());
          for (const message of messages) {
            if (talk.isOver) break;
            checkResponse(await talk.say(message));
          }
          const failures = talk.chat.logs.filter(({ description }) =>
            /^A block of type ".*" failed$/.test(description),
          );
          expect(failures, 'defects').toStrictEqual([]);
          expect(JSON.stringify([talk.chat.logs, talk.chat.state])).not.toMatch(/-of-the-workspace/);
        },
      ),
      { numRuns: 25, interruptAfterTimeLimit: 10_000 },
    );
  });
});
