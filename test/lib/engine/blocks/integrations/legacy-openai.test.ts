import { describe, expect, it } from 'vitest';
import { legacyOpenaiBlock } from '#lib/engine/blocks/integrations/legacy-openai.ts';
import { HttpRequestError } from '#lib/engine/model/ports.ts';
import { completion, runActionBlock } from './run-action-block.ts';

const CHAT = { task: 'Create chat completion', model: 'gpt-4' };
const HELLO = { messages: [{ id: '1', role: 'user', content: 'Hello' }] };
const SEQUENCE = {
  id: 's',
  role: 'Messages sequence ✨',
  content: { userMessagesVariableId: 'said', assistantMessagesVariableId: 'answered' },
};

it.each([
  [{ ...CHAT, credentialsId: undefined }, undefined],
  [{ ...CHAT, credentialsId: 'unknown' }, undefined],
  [{ task: undefined }, {}],
])('without an account: %j', async (options, credentials) => {
  const { context, outcome } = await runActionBlock(
    legacyOpenaiBlock,
    { ...HELLO, ...options },
    credentials ? { credentials } : {},
  );
  expect(outcome).toEqual({});
  expect(context.logs).toEqual([{ status: 'error', description: 'Make sure to select an OpenAI account' }]);
});

describe('messages', () => {
  const ask = (messages: unknown[], variables: Record<string, string | string[] | null>) =>
    runActionBlock(
      legacyOpenaiBlock,
      {
        ...CHAT,
        messages,
        responseMapping: [{ id: 'r', variableId: 'answered', valueToExtract: 'Message content' }],
      },
      { variables, http: [completion('Three', { total_tokens: 9 })] },
    );

  it('two lists that alternate', async () => {
    const { sent, context } = await ask([{ id: '1', role: 'system', content: 'S' }, SEQUENCE], {
      said: ['u1', 'u2'],
      answered: ['a1'],
    });
    expect(sent[0]).toEqual({
      model: 'gpt-4',
      messages: [
        { role: 'system', content: 'S' },
        { role: 'user', content: 'u1' },
        { role: 'assistant', content: 'a1' },
        { role: 'user', content: 'u2' },
      ],
    });
    expect(context.valueOf('answered')).toEqual(['a1', 'Three']);
  });

  it('texts become lists that answers are appended to', async () => {
    const { sent, context } = await ask([SEQUENCE], { said: 'u1', answered: 'a1' });
    expect(sent[0]).toMatchObject({ messages: [{ content: 'u1' }, { content: 'a1' }] });
    expect([context.valueOf('said'), context.valueOf('answered')]).toEqual([['u1'], ['a1', 'Three']]);
  });

  it('the very first answer is stored as a string', async () => {
    const { context } = await ask([SEQUENCE], { said: 'u1', answered: null });
    expect(context.valueOf('answered')).toBe('Three');
  });

  it('a dialogue', async () => {
    const messages = [{ id: 'd', role: 'Dialogue', dialogueVariableId: 'said', startsBy: 'assistant' }];
    const { sent } = await ask(messages, { said: ['x', 'y', 'z'], answered: null });
    expect(sent[0]).toMatchObject({
      messages: [{ role: 'assistant' }, { role: 'user' }, { role: 'assistant' }],
    });
  });

  it.each([[[]], [[{ id: '1', role: 'user', content: '{{said}}' }]], [[{ ...SEQUENCE, content: 'x' }]]])(
    'sends no messages with %j',
    async (messages) => {
      const { http, context } = await ask(messages, { said: null, answered: null });
      expect([http.requests, context.logs]).toEqual([[], []]);
    },
  );
});

it('all other settings and mappings', async () => {
  const { http, sent, context } = await runActionBlock(
    legacyOpenaiBlock,
    {
      ...HELLO,
      baseUrl: 'https://own.example/v1',
      advancedSettings: { temperature: '0.3' },
      responseMapping: [
        { valueToExtract: 'Total tokens', variableId: 'total' },
        { variableId: 'text' },
        { valueToExtract: 'Image URL', variableId: 'none' },
      ],
    },
    { variables: { total: null, text: null, none: 'x' }, http: [completion('Hi', { total_tokens: 9 })] },
  );
  expect(http.requests[0]?.url).toBe('https://own.example/v1/chat/completions');
  expect(sent[0]).toMatchObject({ model: 'gpt-3.5-turbo', temperature: 0.3 });
  expect(['total', 'text', 'none'].map((id) => context.valueOf(id))).toEqual(['9', 'Hi', 'x']);
});

it.each([
  [
    { status: 429, text: 'quota' },
    { description: 'OpenAI API error - 429', details: 'quota', hasPrivateDetails: true },
  ],
  [
    new HttpRequestError('refused', 'Loopback'),
    {
      description: 'Internal error',
      details: 'The service could not be reached: its address cannot be found or is not allowed',
      hasPrivateDetails: true,
    },
  ],
])('fails with %o', async (answer, log) => {
  const { context, outcome } = await runActionBlock(
    legacyOpenaiBlock,
    { ...CHAT, ...HELLO },
    { http: [answer] },
  );
  expect(outcome).toEqual({});
  expect(context.logs).toEqual([{ status: 'error', ...log }]);
});

it('an empty answer changes nothing', async () => {
  const { context } = await runActionBlock(
    legacyOpenaiBlock,
    { ...CHAT, ...HELLO, responseMapping: [{ valueToExtract: 'Message content', variableId: 'text' }] },
    { variables: { text: 'before' }, http: [completion('')] },
  );
  expect([context.valueOf('text'), context.logs]).toEqual(['before', []]);
});

it('speech, and images, which never worked', async () => {
  const speech = {
    task: 'Create speech',
    model: 'tts-1',
    input: 'Hi',
    voice: 'nova',
    saveUrlInVariableId: 'url',
  };
  const files = { put: async () => 'https://files.example/a.mp3' };
  const { sent, context } = await runActionBlock(legacyOpenaiBlock, speech, {
    variables: { url: null },
    http: [{}],
    ports: { files },
  });
  expect(sent).toEqual([{ model: 'tts-1', input: 'Hi', voice: 'nova', response_format: 'mp3' }]);
  expect(context.valueOf('url')).toBe('https://files.example/a.mp3');
  for (const options of [
    { task: 'Create image', prompt: 'a cat' },
    { ...speech, input: '' },
  ]) {
    const { http, context: after } = await runActionBlock(legacyOpenaiBlock, options);
    expect([http.requests, after.logs]).toEqual([[], []]);
  }
});
