import { expect, it } from 'vitest';
import { anthropicBlock } from '#lib/engine/blocks/integrations/anthropic.ts';
import { runActionBlock } from './run-action-block.ts';

const ACTION = { action: 'Create Chat Message', model: 'claude-sonnet' };

it('a message', async () => {
  const { http, sent, context } = await runActionBlock(
    anthropicBlock,
    {
      ...ACTION,
      systemMessage: 'Be kind to {{Name}}',
      temperature: 0.5,
      messages: [
        { role: 'user', content: 'Hello' },
        { role: 'assistant', content: 'Yes?' },
        { role: 'user', content: 'https://img.example/a.png' },
      ],
      responseMapping: [{ variableId: 'answer' }, { item: 'Message Content', variableId: 'old' }],
    },
    {
      variables: { Name: 'Ada', answer: null, old: null },
      http: ({ method }) =>
        method === 'HEAD'
          ? { headers: { 'content-type': 'image/png' } }
          : {
              json: {
                content: [{ type: 'thinking' }, { type: 'text', text: 'Hi' }, { type: 'text', text: '!' }],
              },
            },
    },
  );
  expect(http.requests.at(-1)).toMatchObject({
    url: 'https://api.anthropic.com/v1/messages',
    headers: { 'x-api-key': 'secret-key', 'anthropic-version': '2023-06-01' },
  });
  expect(sent.at(-1)).toEqual({
    model: 'claude-sonnet',
    max_tokens: 4096,
    temperature: 0.5,
    system: 'Be kind to Ada',
    messages: [
      { role: 'user', content: 'Hello' },
      { role: 'assistant', content: 'Yes?' },
      {
        role: 'user',
        content: [{ type: 'image', source: { type: 'url', url: 'https://img.example/a.png' } }],
      },
    ],
  });
  expect([context.valueOf('answer'), context.valueOf('old')]).toEqual(['Hi!', 'Hi!']);
});

it('tools', async () => {
  const content = [
    { type: 'text', text: 'Let me see' },
    { type: 'tool_use', id: 't1', name: 'double', input: { n: 4 } },
  ];
  const { sent, context } = await runActionBlock(
    anthropicBlock,
    {
      ...ACTION,
      maxTokens: '100',
      messages: [{ role: 'user', content: 'Twice four?' }],
      tools: [
        {
          type: 'function',
          name: 'double',
          parameters: [{ type: 'number', name: 'n' }],
          code: 'return n * 2',
        },
      ],
      responseMapping: [{ variableId: 'answer' }],
    },
    {
      variables: { answer: null },
      http: [{ json: { content } }, { json: { content: [{ type: 'text', text: 'Eight' }] } }],
    },
  );
  expect(sent[0]).toMatchObject({
    max_tokens: 100,
    tools: [{ name: 'double', input_schema: { type: 'object' } }],
  });
  expect(sent[1]).toMatchObject({
    messages: [
      { role: 'user' },
      { role: 'assistant', content },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't1', content: '8' }] },
    ],
  });
  expect(context.valueOf('answer')).toBe('Eight');
});

it('at most six steps', async () => {
  const content = [{ type: 'tool_use', id: 't1', name: 'x', input: {} }];
  const { http } = await runActionBlock(
    anthropicBlock,
    { ...ACTION, messages: [{ role: 'user', content: 'x' }], tools: [{ name: 'x', code: 'return 1' }] },
    { http: () => ({ json: { content } }) },
  );
  expect(http.requests).toHaveLength(6);
});

it('generate variables', async () => {
  const { sent, context } = await runActionBlock(
    anthropicBlock,
    {
      action: 'Generate variables',
      model: 'claude-sonnet',
      prompt: 'I am {{Name}}',
      variablesToExtract: [{ type: 'string', variableId: 'first', isRequired: true }],
    },
    {
      variables: { Name: 'Ada', first: null },
      http: [{ json: { content: [{ type: 'tool_use', name: 'variables', input: { first: 'Ada' } }] } }],
    },
  );
  expect(sent[0]).toMatchObject({
    messages: [{ role: 'user', content: 'I am Ada' }],
    tools: [
      { name: 'variables', input_schema: { properties: { first: { type: 'string' } }, required: ['first'] } },
    ],
    tool_choice: { type: 'tool', name: 'variables' },
  });
  expect(context.valueOf('first')).toBe('Ada');
});

it.each([
  [
    { ...ACTION, messages: [{ role: 'user', content: 'x' }] },
    {},
    'No API key provided',
    'While generating chat completion',
  ],
  [
    { ...ACTION, model: '', messages: [] },
    undefined,
    'No model provided',
    'While generating chat completion',
  ],
  [{ ...ACTION, messages: [] }, undefined, 'No messages provided', 'While generating chat completion'],
  [
    { action: 'Generate variables', model: 'm' },
    undefined,
    'No prompt provided',
    'While generating variables',
  ],
])('%j', async (options, credentials, description, doing) => {
  const { context } = await runActionBlock(anthropicBlock, options, credentials ? { credentials } : {});
  expect(context.logs).toEqual([{ status: 'error', description, context: doing }]);
});

it('an answer without the variables', async () => {
  const { context } = await runActionBlock(
    anthropicBlock,
    {
      action: 'Generate variables',
      model: 'm',
      prompt: 'x',
      variablesToExtract: [{ type: 'string', variableId: 'a' }],
    },
    { variables: { a: null }, http: [{ json: { content: [] } }] },
  );
  expect(context.logs).toMatchObject([{ description: 'The model did not return the variables' }]);
});
