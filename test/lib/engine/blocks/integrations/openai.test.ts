import { describe, expect, it } from 'vitest';
import { soundFileName } from '#lib/engine/ai/openai-audio.ts';
import { openaiBlock } from '#lib/engine/blocks/integrations/openai.ts';
import type { FilePort } from '#lib/engine/model/ports.ts';
import { runActionBlock } from './run-action-block.ts';

const said = (text: string) => ({ type: 'message', content: [{ type: 'output_text', text }] });

describe('Ask Model', () => {
  it('with all hosted tools', async () => {
    const { http, sent, context } = await runActionBlock(
      openaiBlock,
      {
        action: 'Ask Model',
        model: 'gpt-5',
        message: 'Hi, {{Name}} here',
        instructions: 'Be brief',
        temperature: '0.1',
        responseIdVariableId: 'response',
        fileSearchVectorStoreIds: ['vs1', ''],
        fileSearchMaxNumResults: 3,
        fileSearchScoreThreshold: '0,5',
        webSearchEnabled: true,
        codeInterpreterEnabled: true,
        responseMapping: [{ variableId: 'answer' }, { item: 'Response ID', variableId: 'id' }],
      },
      {
        variables: { Name: 'Ada', response: 'resp0', answer: null, id: null },
        http: [{ json: { id: 'resp1', output: [{ type: 'reasoning' }, said('Hello'), said(' Ada')] } }],
      },
    );
    expect(http.requests[0]?.url).toBe('https://api.openai.com/v1/responses');
    expect(sent[0]).toEqual({
      model: 'gpt-5',
      input: 'Hi, Ada here',
      instructions: 'Be brief',
      previous_response_id: 'resp0',
      temperature: 0.1,
      tools: [
        {
          type: 'file_search',
          vector_store_ids: ['vs1'],
          max_num_results: 3,
          ranking_options: { score_threshold: 0.5 },
        },
        { type: 'web_search' },
        { type: 'code_interpreter', container: { type: 'auto' } },
      ],
    });
    expect(['answer', 'id', 'response'].map((id) => context.valueOf(id))).toEqual([
      'Hello Ada',
      'resp1',
      'resp1',
    ]);
  });

  const FUNCTION = {
    action: 'Ask Model',
    model: 'm',
    message: 'x',
    functions: [{ name: 'six', code: 'return 6' }],
  };

  it('functions', async () => {
    const { sent } = await runActionBlock(openaiBlock, FUNCTION, {
      http: [
        {
          json: { id: 'r1', output: [{ type: 'function_call', call_id: 'c', name: 'six', arguments: '{}' }] },
        },
        { json: { id: 'r2', output: [said('Six')] } },
      ],
    });
    expect(sent[0]).toMatchObject({ tools: [{ type: 'function', name: 'six', strict: false }] });
    expect(sent[1]).toMatchObject({
      previous_response_id: 'r1',
      input: [{ type: 'function_call_output', call_id: 'c', output: '6' }],
    });
  });

  it('at most ten rounds', async () => {
    const output = [{ type: 'function_call', call_id: 'c', name: 'six', arguments: '{}' }];
    const { http } = await runActionBlock(openaiBlock, FUNCTION, {
      http: () => ({ json: { id: 'r', output } }),
    });
    expect(http.requests).toHaveLength(10);
  });
});

describe('Ask Assistant', () => {
  const events = (...list: [string, unknown][]) => ({
    text: `${list.map(([event, data]) => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`).join('')}event: done\ndata: [DONE]\n\n`,
  });
  const message = (value: string): [string, unknown] => [
    'thread.message.completed',
    { content: [{ type: 'text', text: { value } }] },
  ];
  const ASK = {
    action: 'Ask Assistant',
    assistantId: 'asst1',
    message: 'Hi',
    threadVariableId: 'thread',
    functions: [{ name: 'six', code: 'return 6' }],
    responseMapping: [{ variableId: 'answer' }, { item: 'Thread ID', variableId: 'id' }],
  };

  it('creates a thread, runs functions and strips source citations', async () => {
    const call = { id: 'call1', function: { name: 'six', arguments: '{}' } };
    const action = { id: 'run1', required_action: { submit_tool_outputs: { tool_calls: [call] } } };
    const { http, sent, context } = await runActionBlock(
      openaiBlock,
      { ...ASK, additionalInstructions: 'Short' },
      {
        variables: { thread: null, answer: null, id: null },
        http: [
          { json: { id: 'th1' } },
          { json: {} },
          events(['thread.run.requires_action', action]),
          events(message('It is six【4:0†math.pdf】.')),
        ],
      },
    );
    const base = 'https://api.openai.com/v1/threads';
    expect(http.requests.map(({ url }) => url)).toEqual([
      base,
      `${base}/th1/messages`,
      `${base}/th1/runs`,
      `${base}/th1/runs/run1/submit_tool_outputs`,
    ]);
    expect(http.requests[0]?.headers).toMatchObject({ 'openai-beta': 'assistants=v2' });
    expect(sent.slice(1)).toEqual([
      { role: 'user', content: 'Hi' },
      { assistant_id: 'asst1', additional_instructions: 'Short', stream: true },
      { tool_outputs: [{ tool_call_id: 'call1', output: '6' }], stream: true },
    ]);
    expect(['answer', 'id', 'thread'].map((id) => context.valueOf(id))).toEqual(['It is six.', 'th1', 'th1']);
  });

  it.each([
    [{ thread: 'th7' }, { threadId: 'th8' }, 'th7'],
    [{ thread: null }, { threadId: 'th8' }, 'th8'],
  ])('continues a thread: %j %j', async (variables, options, threadId) => {
    const http = [{ json: {} }, events(message('x'))];
    const run = await runActionBlock(openaiBlock, { ...ASK, ...options }, { variables, http });
    expect(run.http.requests[0]?.url).toBe(`https://api.openai.com/v1/threads/${threadId}/messages`);
  });

  it('a run that fails', async () => {
    const failed = events(['thread.run.failed', { last_error: { message: 'No quota' } }]);
    const { context } = await runActionBlock(openaiBlock, ASK, {
      variables: { thread: 't' },
      http: [{ json: {} }, failed],
    });
    expect(context.logs).toEqual([
      {
        status: 'error',
        description: 'The assistant\'s run ended with "thread.run.failed"',
        details: '"No quota"',
        hasPrivateDetails: true,
        context: 'While asking the assistant',
      },
    ]);
  });
});

describe('sound', () => {
  const kept: unknown[] = [];
  const files: FilePort = {
    put: async (file) => {
      kept.push(file);
      return `https://files.example/${file.name}`;
    },
  };

  it('speech', async () => {
    const bytes = new Uint8Array([1, 2]);
    const { sent, context } = await runActionBlock(
      openaiBlock,
      { action: 'Create speech', input: 'Hi {{Name}}', saveUrlInVariableId: 'url' },
      { variables: { Name: 'Ada', url: null }, http: [{ bytes }], ports: { files } },
    );
    expect(sent).toEqual([{ model: 'tts-1', voice: 'alloy', input: 'Hi Ada', response_format: 'mp3' }]);
    expect(kept).toEqual([{ name: 'id1.mp3', mediaType: 'audio/mpeg', bytes }]);
    expect(context.valueOf('url')).toBe('https://files.example/id1.mp3');
  });

  it('does not request speech without file storage, and logs a storage failure', async () => {
    const options = { action: 'Create speech', input: 'Hi', saveUrlInVariableId: 'url' };
    const { context, http } = await runActionBlock(openaiBlock, options);
    expect(http.requests).toEqual([]);
    expect(context.logs).toMatchObject([
      { status: 'error', description: 'The file was not generated: this service has no file storage' },
    ]);
    const failing = { put: () => Promise.reject(new RangeError('secret')) };
    const failed = await runActionBlock(openaiBlock, options, { http: [{}], ports: { files: failing } });
    expect(failed.context.logs).toMatchObject([
      { description: 'The file could not be stored', details: 'RangeError' },
    ]);
  });

  it('transcription', async () => {
    const { http, context } = await runActionBlock(
      openaiBlock,
      { action: 'Create transcription', url: '{{Clip}}', prompt: 'Names', transcriptionVariableId: 'text' },
      {
        variables: { Clip: 'https://files.example/a.weba', text: null },
        http: [
          { bytes: new Uint8Array([9]), headers: { 'content-type': 'audio/webm;codecs=opus' } },
          { json: { text: 'Hello' } },
        ],
      },
    );
    expect(http.requests.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'GET https://files.example/a.weba',
      'POST https://api.openai.com/v1/audio/transcriptions',
    ]);
    const form = http.requests[1]?.body as FormData;
    const file = form.get('file') as File;
    expect([form.get('model'), form.get('prompt'), file.name, file.type]).toEqual([
      'whisper-1',
      'Names',
      'audio.webm',
      'audio/webm',
    ]);
    expect(context.valueOf('text')).toBe('Hello');
  });

  it.each([
    ['https://x.example/a.weba', 'audio/webm', 'audio.webm'],
    ['https://x.example/a.weba', undefined, 'audio.webm'],
    ['https://x.example/a.mp3?token=1.x', 'application/octet-stream', 'audio.mp3'],
    ['https://x.example/a', 'audio/x-wav', 'audio.wav'],
    ['https://x.example/a.exe', 'text/plain', 'audio.webm'],
    ['no address', undefined, 'audio.webm'],
  ])('file name of %s, %s', (url, type, name) => {
    expect(soundFileName(url, type)).toBe(name);
  });
});

it.each([
  [{ action: 'Ask Model', message: 'x' }, 'No model provided', 'While asking the model'],
  [{ action: 'Ask Model', model: 'm' }, 'No message provided', 'While asking the model'],
  [{ action: 'Ask Assistant', message: 'x' }, 'No assistant provided', 'While asking the assistant'],
  [{ action: 'Ask Assistant', assistantId: 'x' }, 'No message provided', 'While asking the assistant'],
  [{ action: 'Create speech' }, 'No input provided', 'While creating speech'],
  [{ action: 'Create transcription' }, 'No URL provided', 'While creating transcription'],
])('%j', async (options, description, doing) => {
  const { context } = await runActionBlock(openaiBlock, options);
  expect(context.logs).toEqual([{ status: 'error', description, context: doing }]);
});

it.each([
  [{ action: 'Ask Model', model: 'm', message: 'x' }, 'The service responded without a response id'],
  [{ action: 'Ask Assistant', assistantId: 'a', message: 'x' }, 'The service responded without a thread'],
])('an invalid response: %j', async (options, description) => {
  const { context } = await runActionBlock(openaiBlock, options, { http: [{ json: {} }] });
  expect(context.logs).toMatchObject([{ description }]);
});
