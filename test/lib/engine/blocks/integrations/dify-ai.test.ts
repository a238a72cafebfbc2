import { describe, expect, it } from 'vitest';
import { difyAiBlock } from '#lib/engine/blocks/integrations/dify-ai.ts';
import { runActionBlock } from './run-action-block.ts';

describe('dify-ai', () => {
  const CHAT = {
    action: 'Create Chat Message',
    query: 'Hi {{Name}}',
    conversationVariableId: 'conversation',
    inputs: [{ key: 'city', value: 'Rome' }, { key: 'empty', value: '' }, { value: 'x' }],
    responseMapping: [
      { item: 'Answer', variableId: 'answer' },
      { item: 'Total Tokens', variableId: 'total' },
      { variableId: 'again' },
    ],
  };
  const stream = (...events: object[]) => ({
    text: events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(''),
  });

  it('a message', async () => {
    const answer = stream(
      { event: 'ping' },
      { event: 'message', answer: 'Hel', conversation_id: 'conv1' },
      { event: 'agent_message', answer: 'lo', conversation_id: 'conv1' },
      {
        event: 'message_end',
        metadata: { usage: { total_tokens: 9, prompt_tokens: 4, completion_tokens: 5 } },
      },
    );
    const { http, sent, context } = await runActionBlock(difyAiBlock, CHAT, {
      variables: { Name: 'Ada', conversation: null, answer: null, total: null, again: null },
      http: [answer],
    });
    expect(http.requests[0]).toMatchObject({
      url: 'https://api.dify.ai/v1/chat-messages',
      headers: { authorization: 'Bearer secret-key' },
    });
    expect(sent[0]).toEqual({
      inputs: { city: 'Rome' },
      query: 'Hi Ada',
      response_mode: 'streaming',
      conversation_id: '',
      user: 'session1',
    });
    expect(['answer', 'total', 'again', 'conversation'].map((id) => context.valueOf(id))).toEqual([
      'Hello',
      '9',
      'Hello',
      'conv1',
    ]);
  });

  it('continues a conversation, with a custom base URL', async () => {
    const { http, sent, context } = await runActionBlock(
      difyAiBlock,
      { ...CHAT, user: 'u1' },
      {
        variables: { conversation: 'conv7', answer: null },
        credentials: { apiKey: 'k', apiEndpoint: 'https://dify.example/v1/' },
        http: [stream({ event: 'message', answer: 'bad' }, { event: 'message_replace', answer: 'good' })],
      },
    );
    expect(http.requests[0]?.url).toBe('https://dify.example/v1/chat-messages');
    expect(sent[0]).toMatchObject({ conversation_id: 'conv7', user: 'u1' });
    expect([context.valueOf('answer'), context.valueOf('conversation')]).toEqual(['good', 'conv7']);
  });

  it('an error in the stream, and no query', async () => {
    const { context } = await runActionBlock(difyAiBlock, CHAT, {
      http: [stream({ event: 'error', message: 'quota' })],
    });
    expect(context.logs).toEqual([
      {
        status: 'error',
        description: 'Dify failed to answer',
        details: 'quota',
        hasPrivateDetails: true,
        context: 'While creating chat message',
      },
    ]);
    const missing = await runActionBlock(difyAiBlock, { action: 'Create Chat Message' });
    expect(missing.context.logs).toMatchObject([{ description: 'No query provided' }]);
  });

  it('a knowledge base', async () => {
    const { http, sent, context } = await runActionBlock(
      difyAiBlock,
      {
        action: 'Query Knowledge Base',
        datasetId: 'd 1',
        query: 'q',
        responseMapping: [{ variableId: 'chunks' }],
      },
      {
        variables: { chunks: null },
        credentials: { apiKey: 'app', knowledgeApiKey: 'knowledge' },
        http: [{ json: { records: [{ segment: { content: 'A' } }, {}, { segment: { content: 'B' } }] } }],
      },
    );
    expect(http.requests[0]).toMatchObject({
      url: 'https://api.dify.ai/v1/datasets/d%201/retrieve',
      headers: { authorization: 'Bearer knowledge' },
    });
    expect(sent[0]).toEqual({ query: 'q' });
    expect(context.valueOf('chunks')).toEqual(['A', 'B']);
  });
});
