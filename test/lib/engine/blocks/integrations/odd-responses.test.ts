import { describe, expect, it } from 'vitest';
import { anthropicBlock } from '#lib/engine/blocks/integrations/anthropic.ts';
import { chatNodeBlock } from '#lib/engine/blocks/integrations/chat-node.ts';
import { difyAiBlock } from '#lib/engine/blocks/integrations/dify-ai.ts';
import { nocodbBlock } from '#lib/engine/blocks/integrations/nocodb.ts';
import { openaiBlock } from '#lib/engine/blocks/integrations/openai.ts';
import type { ActionModule } from '#lib/engine/model/block-module.ts';
import { BlockError } from '#lib/engine/services/service-request.ts';
import type { ScriptedResponse } from '#test/support/chat/fake-http.ts';
import { completion, runActionBlock } from './run-action-block.ts';

/*
 * A service may answer anything. Each value of a usual response is replaced by one that cannot become text or a
 * number: the block then says what it missed, or does without it, but does not fail unexpectedly.
 */

const ODD_VALUES = [{ toString: 1, valueOf: 1 }, [{ toString: 1 }], null, true];

/** All copies of a JSON value in which one value at any depth, the whole included, is the odd one. */
function replaceEach(value: unknown, odd: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return [odd];
  const inside = Object.entries(value).flatMap(([key, child]) =>
    replaceEach(child, odd).map((changed) =>
      Array.isArray(value) ? Object.assign([...value], { [key]: changed }) : { ...value, [key]: changed },
    ),
  );
  return [odd, ...inside];
}

const tool = { name: 'six', code: 'return 6' };
const usage = { input_tokens: 1, output_tokens: 2, prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 };
const HELLO = {
  messages: [{ role: 'user', content: 'Hi' }],
  model: 'm',
  responseMapping: [{ variableId: 'a' }],
};
const toEvents = (events: [string, unknown][]) => ({
  text: events.map(([event, data]) => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`).join(''),
});
const asJson = (json: unknown) => ({ json });

type Case = [
  name: string,
  module: ActionModule,
  options: Record<string, unknown>,
  response: unknown,
  toResponse: (value: unknown) => ScriptedResponse,
  last: ScriptedResponse,
];

const CASES: Case[] = [
  [
    'chat completion',
    openaiBlock,
    { ...HELLO, action: 'Create chat completion', tools: [tool] },
    {
      choices: [
        {
          message: {
            content: [{ type: 'text', text: 'Hi' }],
            tool_calls: [{ id: 'c', function: { name: 'six', arguments: '{}' } }],
          },
        },
      ],
      usage,
    },
    asJson,
    completion('Hello'),
  ],
  [
    'Anthropic',
    anthropicBlock,
    { ...HELLO, action: 'Create Chat Message', tools: [tool] },
    {
      content: [
        { type: 'text', text: 'Hi' },
        { type: 'tool_use', id: 'c', name: 'six', input: {} },
      ],
      usage,
    },
    asJson,
    { json: { content: [{ type: 'text', text: 'Six' }] } },
  ],
  [
    'responses',
    openaiBlock,
    {
      action: 'Ask Model',
      model: 'm',
      message: 'x',
      functions: [tool],
      responseMapping: [{ variableId: 'a' }],
    },
    {
      id: 'r1',
      output: [
        { type: 'message', content: [{ type: 'output_text', text: 'Hi' }] },
        { type: 'function_call', call_id: 'c', name: 'six', arguments: '{}' },
      ],
    },
    asJson,
    { json: { id: 'r2', output: [] } },
  ],
  [
    'assistant',
    openaiBlock,
    { action: 'Ask Assistant', assistantId: 'a', message: 'x', threadId: 't', functions: [tool] },
    {
      id: 'run1',
      required_action: {
        submit_tool_outputs: { tool_calls: [{ id: 'c', function: { name: 'six', arguments: '{}' } }] },
      },
    },
    (data) => toEvents([['thread.run.requires_action', data]]),
    toEvents([['thread.message.completed', { content: [{ type: 'text', text: { value: 'Six' } }] }]]),
  ],
  [
    'Dify',
    difyAiBlock,
    { action: 'Create Chat Message', query: 'Hi', responseMapping: [{ variableId: 'a' }] },
    [
      { event: 'message', answer: 'Hi', conversation_id: 'c' },
      { event: 'message_replace', answer: 'Ho' },
      { event: 'message_end', metadata: { usage } },
      { event: 'error', message: 'Late' },
    ],
    (data) => toEvents((Array.isArray(data) ? data : [data]).map((event) => ['message', event])),
    { text: '' },
  ],
  [
    'ChatNode',
    chatNodeBlock,
    { action: 'Send Message', botId: 'b', message: 'Hi', responseMapping: [{ variableId: 'a' }] },
    { message: 'Hi', chat_session_id: 's' },
    asJson,
    { json: {} },
  ],
  [
    'NocoDB',
    nocodbBlock,
    { action: 'Search Records', tableId: 't', responseMapping: [{ fieldName: 'Name', variableId: 'a' }] },
    { list: [{ Name: 'Ada' }] },
    asJson,
    { json: {} },
  ],
];

describe.each(CASES)('%s', (_, module, options, response, toResponse, last) => {
  const run = async (value: unknown) => {
    let requests = 0;
    const http = ({ url }: { url: string }) => {
      if (url.endsWith('/messages') && module === openaiBlock) return { json: {} };
      requests += 1;
      return requests === 1 ? toResponse(value) : last;
    };
    return await runActionBlock(module, options, { variables: { a: null }, http }).catch((error: unknown) => {
      expect(error, JSON.stringify(value)).toBeInstanceOf(BlockError);
    });
  };

  it.each(ODD_VALUES.map((odd) => [JSON.stringify(odd), odd]))(
    '%s instead of any value',
    async (_text, odd) => {
      for (const value of replaceEach(response, odd)) await run(value);
    },
  );
});
