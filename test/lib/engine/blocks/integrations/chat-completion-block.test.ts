import { describe, expect, it } from 'vitest';
import { deepseekBlock } from '#lib/engine/blocks/integrations/deepseek.ts';
import { groqBlock } from '#lib/engine/blocks/integrations/groq.ts';
import { mistralBlock } from '#lib/engine/blocks/integrations/mistral.ts';
import { openRouterBlock } from '#lib/engine/blocks/integrations/open-router.ts';
import { openaiBlock } from '#lib/engine/blocks/integrations/openai.ts';
import { perplexityBlock } from '#lib/engine/blocks/integrations/perplexity.ts';
import { togetherAiBlock } from '#lib/engine/blocks/integrations/together-ai.ts';
import { HttpRequestError } from '#lib/engine/model/ports.ts';
import { completion, runActionBlock } from './run-action-block.ts';

const ACTION = { action: 'Create chat completion', model: 'm1' };
const HELLO = { messages: [{ role: 'user', content: 'Hello' }] };

it.each([
  [openaiBlock, 'https://api.openai.com/v1/chat/completions'],
  [mistralBlock, 'https://api.mistral.ai/v1/chat/completions'],
  [groqBlock, 'https://api.groq.com/openai/v1/chat/completions'],
  [togetherAiBlock, 'https://api.together.xyz/v1/chat/completions'],
  [openRouterBlock, 'https://openrouter.ai/api/v1/chat/completions'],
  [perplexityBlock, 'https://api.perplexity.ai/chat/completions'],
  [deepseekBlock, 'https://api.deepseek.com/v1/chat/completions'],
])('$type', async (module, url) => {
  const { http, sent, context } = await runActionBlock(
    module,
    {
      ...ACTION,
      temperature: '0,2',
      messages: [
        { role: 'system', content: 'Be kind to {{Name}}' },
        { role: 'Dialogue', dialogueVariableId: 'Said' },
        { role: 'user', content: '{{Unset}}' },
        { content: 'without a role' },
      ],
      responseMapping: [
        { variableId: 'answer' },
        { item: 'Total tokens', variableId: 'total' },
        { item: 'Prompt tokens', variableId: 'prompt' },
        { item: 'Completion tokens', variableId: 'completion' },
        { item: 'Something else', variableId: 'other' },
        { item: 'Message content' },
      ],
    },
    {
      variables: {
        Name: 'Ada',
        Said: ['one', 'two', 'three'],
        Unset: null,
        answer: null,
        total: null,
        prompt: null,
        completion: null,
        other: null,
      },
      http: [completion('Hi!', { prompt_tokens: 7, completion_tokens: 3, total_tokens: 10 })],
    },
  );
  expect(http.requests[0]).toMatchObject({
    url,
    method: 'POST',
    headers: { authorization: 'Bearer secret-key', 'content-type': 'application/json' },
  });
  expect(sent).toEqual([
    {
      model: 'm1',
      temperature: 0.2,
      messages: [
        { role: 'system', content: 'Be kind to Ada' },
        { role: 'user', content: 'one' },
        { role: 'assistant', content: 'two' },
        { role: 'user', content: 'three' },
      ],
    },
  ]);
  expect(context.logs).toEqual([]);
  expect(['answer', 'total', 'prompt', 'completion', 'other'].map((id) => context.valueOf(id))).toEqual([
    'Hi!',
    '10',
    '7',
    '3',
    null,
  ]);
});

it('a dialogue that the assistant began', async () => {
  const messages = [{ role: 'Dialogue', dialogueVariableId: 'Said', startsBy: 'assistant' }];
  const { sent } = await runActionBlock(
    groqBlock,
    { ...ACTION, messages },
    {
      variables: { Said: ['one', 'two', 'three'] },
      http: [completion('x')],
    },
  );
  expect(sent).toMatchObject([
    { messages: [{ role: 'assistant' }, { role: 'user' }, { role: 'assistant' }] },
  ]);
});

it('a session that supports streaming gets the whole answer', async () => {
  const { outcome, context } = await runActionBlock(
    openaiBlock,
    { ...ACTION, ...HELLO, responseMapping: [{ variableId: 'answer' }] },
    { variables: { answer: null }, chat: { isStreamEnabled: true }, http: [completion('Whole')] },
  );
  expect(outcome).toEqual({});
  expect(context.valueOf('answer')).toBe('Whole');
});

it('base URLs of the workspace and of the block, and an API version', async () => {
  const ask = async (options: object, credentials: Record<string, unknown>) => {
    const { http } = await runActionBlock(
      openaiBlock,
      { ...ACTION, ...HELLO, ...options },
      { credentials, http: [completion('x')] },
    );
    return http.requests[0];
  };
  const credentials = { apiKey: 'secret-key', baseUrl: 'https://own.example/v1/' };
  expect((await ask({}, credentials))?.url).toBe('https://own.example/v1/chat/completions');
  const azure = await ask({ baseUrl: 'https://block.example', apiVersion: '2024-06-01' }, credentials);
  expect(azure?.url).toBe('https://block.example/chat/completions?api-version=2024-06-01');
  expect(azure?.headers?.['api-key']).toBe('secret-key');
});

it.each([
  [{ ...HELLO }, { apiKey: '' }, 'No API key provided'],
  [{ ...HELLO, model: '' }, undefined, 'No model provided'],
  [{ messages: [] }, undefined, 'No messages provided'],
  [{ messages: [{ role: 'user', content: '{{Unset}}' }] }, undefined, 'No messages provided'],
  [{ messages: 'none' }, undefined, 'No messages provided'],
])('%j', async (options, credentials, description) => {
  const { context } = await runActionBlock(
    openaiBlock,
    { ...ACTION, ...options },
    credentials ? { credentials } : {},
  );
  expect(context.logs).toEqual([
    { status: 'error', description, context: 'While generating chat completion' },
  ]);
});

it.each([
  [{ json: {} }, 'The service responded without a message'],
  [{ text: '<html>' }, 'The service did not respond with a JSON object'],
  [{ status: 429, text: 'slow down' }, 'The service responded with status 429'],
])('answers %j', async (answer, description) => {
  const { context } = await runActionBlock(
    openaiBlock,
    { ...ACTION, ...HELLO, responseMapping: [{ variableId: 'answer' }] },
    { variables: { answer: 'before' }, http: [answer] },
  );
  expect(context.logs).toMatchObject([
    { status: 'error', description, context: 'While generating chat completion' },
  ]);
  expect(context.valueOf('answer')).toBe('before');
});

it('an answer in parts', async () => {
  const content = [
    { type: 'thinking', thinking: 'hm' },
    { type: 'text', text: 'A' },
    { type: 'text', text: 'B' },
  ];
  const { context } = await runActionBlock(
    mistralBlock,
    { ...ACTION, ...HELLO, responseMapping: [{ variableId: 'answer' }] },
    { variables: { answer: null }, http: [completion({ content })] },
  );
  expect(context.valueOf('answer')).toBe('AB');
});

describe('tools', () => {
  const call = (name: string, args: unknown, id = 'call1') => ({
    role: 'assistant',
    content: null,
    tool_calls: [{ id, type: 'function', function: { name, arguments: args } }],
  });
  const tools = [
    {
      type: 'function',
      name: 'weather',
      description: 'Says how it is',
      parameters: [
        { type: 'string', name: 'city', description: 'Where', required: true },
        { type: 'enum', name: 'unit', values: ['C', 'F'] },
        { name: 'without a type' },
      ],
      code: 'setVariable("City", city); return city + " for " + {{Name}} + ": 20 " + unit',
    },
    { name: 'fails', code: 'throw new Error("broken")' },
    { name: 'object', code: 'return {a: 1}' },
    { name: 'without code' },
    'no tool',
  ];
  const ask = (http: Parameters<typeof runActionBlock>[2] = {}) =>
    runActionBlock(
      openaiBlock,
      {
        ...ACTION,
        ...HELLO,
        tools,
        responseMapping: [{ variableId: 'answer' }, { item: 'Total tokens', variableId: 'total' }],
      },
      { variables: { Name: 'Ada', City: null, answer: null, total: null }, ...http },
    );

  it('the model gets the result of its call, and tokens are added up', async () => {
    const first = call('weather', '{"city":"Rome","unit":"C"}');
    const { sent, context } = await ask({
      http: [completion(first, { total_tokens: 5 }), completion('Warm', { total_tokens: 6 })],
    });
    expect(sent[0]).toMatchObject({
      tools: [
        {
          type: 'function',
          function: {
            name: 'weather',
            description: 'Says how it is',
            parameters: {
              type: 'object',
              properties: {
                city: { type: 'string', description: 'Where' },
                unit: { type: 'string', enum: ['C', 'F'] },
              },
              required: ['city'],
              additionalProperties: false,
            },
          },
        },
        { function: { name: 'fails' } },
        { function: { name: 'object' } },
      ],
    });
    expect(sent[1]).toMatchObject({
      messages: [
        { role: 'user', content: 'Hello' },
        first,
        { role: 'tool', tool_call_id: 'call1', content: 'Rome for Ada: 20 C' },
      ],
    });
    expect([context.valueOf('answer'), context.valueOf('City'), context.valueOf('total')]).toEqual([
      'Warm',
      'Rome',
      '11',
    ]);
  });

  it.each([
    ['fails', '{}', '[undefined] broken'],
    ['object', 'no JSON', '{"a":1}'],
    ['unheard', '{}', 'There is no function "unheard"'],
  ])('%s', async (name, args, content) => {
    const { sent, context } = await ask({ http: [completion(call(name, args)), completion('ok')] });
    expect(sent[1]).toMatchObject({ messages: [{}, {}, { role: 'tool', content }] });
    expect(context.logs.map(({ description }) => description)).toEqual(name === 'fails' ? [content] : []);
    expect(context.valueOf('answer')).toBe('ok');
  });

  it('at most six steps', async () => {
    const { http } = await ask({ http: () => completion(call('object', '{}')) });
    expect(http.requests).toHaveLength(6);
  });

  it.each([
    ['return "{{Age}}" + 1', '361'],
    ['return {{Age}} + 1', '37'],
    ["return 'I am {{Age}}, ' + `{{Name}}`", 'I am 36, Ada'],
  ])('variables are text in quotes, and values elsewhere: %s', async (code, content) => {
    const { sent } = await runActionBlock(
      openaiBlock,
      { ...ACTION, ...HELLO, tools: [{ name: 'say', code }] },
      { variables: { Name: 'Ada', Age: '36' }, http: [completion(call('say', '{}')), completion('ok')] },
    );
    expect(sent[1]).toMatchObject({ messages: [{}, {}, { content }] });
  });

  it('a respondent cannot inject code', async () => {
    const { sent } = await runActionBlock(
      openaiBlock,
      { ...ACTION, ...HELLO, tools: [{ name: 'say', code: 'return "{{Name}}"' }] },
      { variables: { Name: '" + 6 * 7 + "' }, http: [completion(call('say', '{}')), completion('ok')] },
    );
    expect(sent[1]).toMatchObject({ messages: [{}, {}, { content: '" + 6 * 7 + "' }] });
  });
});

describe('images', () => {
  const image = 'https://img.example/cat.png';
  const content = `Look:\n\nat this\n\n${image}\n\nhttps://img.example/page\n\nhttps://img.example/gone`;
  const http = ({ url, method }: { url: string; method: string }) => {
    if (method !== 'HEAD') return completion('A cat');
    if (url === image) return { headers: { 'content-type': 'image/png' } };
    return url.endsWith('gone')
      ? new HttpRequestError('failed', 'gone')
      : { headers: { 'content-type': 'text/html' } };
  };

  it('paragraphs that are image URLs are sent as images', async () => {
    const messages = [
      { role: 'system', content: image },
      { role: 'user', content },
      { role: 'user', content: 'Well?' },
    ];
    const { sent } = await runActionBlock(openaiBlock, { ...ACTION, model: 'gpt-4o', messages }, { http });
    expect(sent.at(-1)).toMatchObject({
      messages: [
        { role: 'system', content: image },
        {
          role: 'user',
          content: [
            { type: 'text', text: 'Look:\n\nat this' },
            { type: 'image_url', image_url: { url: image } },
            { type: 'text', text: 'https://img.example/page\n\nhttps://img.example/gone' },
          ],
        },
        { role: 'user', content: 'Well?' },
      ],
    });
  });

  it.each([
    [openaiBlock, 'gpt-3.5-turbo'],
    [openaiBlock, 'gpt-4'],
    [groqBlock, 'any'],
  ])('not if the model does not accept images: %o %s', async (module, model) => {
    const { http: port } = await runActionBlock(
      module,
      { ...ACTION, model, messages: [{ role: 'user', content: image }] },
      { http },
    );
    expect(port.requests.map(({ method }) => method)).toEqual(['POST']);
  });
});

describe('generate variables', () => {
  const action = {
    action: 'Generate variables',
    model: 'm1',
    prompt: 'Read: {{Text}}',
    variablesToExtract: [
      { type: 'string', variableId: 'city', description: 'Where', isRequired: true },
      { type: 'number', variableId: 'age' },
      { type: 'boolean', variableId: 'adult', isRequired: true },
      { type: 'array', variableId: 'pets', isRequired: true },
      { type: 'enum', variableId: 'size', values: ['S', 'L'] },
      { type: 'string', variableId: 'unknown' },
      { variableId: 'city' },
      'none',
    ],
  };
  const variables = { Text: 'I am 7', city: null, age: '1', adult: null, pets: null, size: 'S' };

  it.each([openaiBlock, mistralBlock])('$type', async (module) => {
    const answer = '{"city":"Rome","age":null,"adult":false,"pets":["cat","dog"],"other":1}';
    const { sent, context } = await runActionBlock(module, action, { variables, http: [completion(answer)] });
    expect(sent[0]).toEqual({
      model: 'm1',
      messages: [{ role: 'user', content: 'Read: I am 7' }],
      response_format: {
        type: 'json_schema',
        json_schema: {
          name: 'variables',
          strict: true,
          schema: {
            type: 'object',
            properties: {
              city: { type: 'string', description: 'Where' },
              age: { type: ['number', 'null'] },
              adult: { type: 'boolean' },
              pets: { type: 'array', items: { type: 'string' } },
              size: { type: ['string', 'null'], enum: ['S', 'L', null] },
            },
            required: ['city', 'age', 'adult', 'pets', 'size'],
            additionalProperties: false,
          },
        },
      },
    });
    expect(Object.keys(variables).map((id) => context.valueOf(id))).toEqual([
      'I am 7',
      'Rome',
      null,
      'false',
      ['cat', 'dog'],
      'S',
    ]);
  });

  it.each([
    [{ variablesToExtract: [] }, [], 'No variables to extract provided'],
    [{ prompt: '' }, [], 'No prompt provided'],
    [{ model: '' }, [], 'No model provided'],
    [{}, [completion('I do not know')], 'The model did not return the variables'],
    [{}, [completion('[1]')], 'The model did not return the variables'],
  ])('%j', async (options, http, description) => {
    const { context } = await runActionBlock(openaiBlock, { ...action, ...options }, { variables, http });
    expect(context.logs).toEqual([{ status: 'error', description, context: 'While generating variables' }]);
  });

  it('JSON in a Markdown code fence', async () => {
    const { context } = await runActionBlock(mistralBlock, action, {
      variables,
      http: [completion('```json\n{"city":"Oslo"}\n```')],
    });
    expect(context.valueOf('city')).toBe('Oslo');
  });
});
