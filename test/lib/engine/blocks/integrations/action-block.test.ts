import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { actionBlock, renderedOptions, toNumber } from '#lib/engine/blocks/integrations/action-block.ts';
import { anthropicBlock } from '#lib/engine/blocks/integrations/anthropic.ts';
import { deepseekBlock } from '#lib/engine/blocks/integrations/deepseek.ts';
import { groqBlock } from '#lib/engine/blocks/integrations/groq.ts';
import { mistralBlock } from '#lib/engine/blocks/integrations/mistral.ts';
import { openRouterBlock } from '#lib/engine/blocks/integrations/open-router.ts';
import { openaiBlock } from '#lib/engine/blocks/integrations/openai.ts';
import { perplexityBlock } from '#lib/engine/blocks/integrations/perplexity.ts';
import { togetherAiBlock } from '#lib/engine/blocks/integrations/together-ai.ts';
import { optionalText } from '#lib/engine/model/block-options.ts';
import { HttpRequestError } from '#lib/engine/model/ports.ts';
import { askService, BlockError } from '#lib/engine/services/service-request.ts';
import { blockContext } from '#test/support/chat/block-context.ts';
import { runActionBlock } from './run-action-block.ts';

const AI_BLOCKS = [
  openaiBlock,
  mistralBlock,
  groqBlock,
  togetherAiBlock,
  perplexityBlock,
  deepseekBlock,
  openRouterBlock,
  anthropicBlock,
];

it.each(AI_BLOCKS.map((module) => [module.type, module] as const))(
  '%s without a required option',
  async (type, module) => {
    const action = type === 'anthropic' ? 'Create Chat Message' : 'Create chat completion';
    const missing = [{ status: 'error', description: `Could not find credentials for block ${type}` }];
    for (const credentialsId of [undefined, '', 'unknown', 5]) {
      const { context, outcome } = await runActionBlock(module, { action, credentialsId });
      expect({ logs: context.logs, outcome }).toEqual({ logs: missing, outcome: {} });
    }
    for (const name of [undefined, 'Unheard of', 'constructor', 7]) {
      const { context } = await runActionBlock(module, { action: name });
      expect(context.logs).toEqual([{ description: `${type} is not configured` }]);
    }
  },
);

it.each([undefined, null, 'x', []])('invalid options: %j', async (options) => {
  const context = blockContext();
  await openaiBlock.run({ id: 'b', type: 'openai', options }, context);
  expect(context.logs).toEqual([{ description: 'openai is not configured' }]);
});

it('renders options, drops empty ones and leaves code unchanged', () => {
  const context = blockContext({ variables: { Name: 'Ada', Empty: null } });
  const options = {
    a: 'Hi {{Name}}',
    b: '{{Empty}}',
    list: [{ text: '{{Name}}', code: 'return {{Name}}' }, '{{Name}}'],
    n: 3,
  };
  expect(renderedOptions(options, context)).toEqual({
    a: 'Hi Ada',
    list: [{ text: 'Ada', code: 'return {{Name}}' }, '{{Name}}'],
    n: 3,
  });
});

it.each([
  [0.5, 0.5],
  ['0.5', 0.5],
  ['0,5', 0.5],
  ['x', undefined],
  ['', undefined],
  [undefined, undefined],
])('number %j', (option, number) => {
  expect(toNumber(option)).toBe(number);
});

describe('a service that fails', () => {
  const asking = actionBlock({
    about: { type: 'asking', label: 'Asking', credentialsKind: 'asking' },
    options: () => z.object({ text: optionalText }),
    actions: {
      Ask: {
        doing: 'While asking',
        async run(_, { context }) {
          await askService(
            { url: 'https://service.example', credentials: { authorization: 'Bearer secret-key' }, json: {} },
            context.ports,
          );
          return { go: 'end' };
        },
      },
      Break: {
        run() {
          throw new TypeError('a defect');
        },
      },
      Refuse: {
        run() {
          throw new BlockError('No');
        },
      },
    },
  });

  it.each([
    [{ status: 401, text: 'Bad key secret-key!' }, 'The service responded with status 401', 'Bad key …!'],
    [new HttpRequestError('timeout', 'slow'), 'The service did not respond within 21 seconds', undefined],
    [
      new HttpRequestError('refused', 'getaddrinfo ENOTFOUND llm.internal.example'),
      'The service could not be reached: its address cannot be found or is not allowed',
      undefined,
    ],
    [
      new HttpRequestError('failed', 'connect ECONNREFUSED 10.1.2.3:443'),
      'The service could not be reached: it did not respond',
      undefined,
    ],
    [
      new HttpRequestError('too-large', 'The response is larger than 9 bytes'),
      'The service could not be reached: its response is too large',
      undefined,
    ],
    [
      new HttpRequestError('failed', 'A turn may send at most 20 requests', { isLimit: true }),
      'The service could not be reached: A turn may send at most 20 requests',
      undefined,
    ],
  ])('%o', async (response, description, details) => {
    const { context, outcome } = await runActionBlock(asking, { action: 'Ask' }, { http: [response] });
    expect(outcome).toEqual({});
    expect(context.logs).toEqual([
      {
        status: 'error',
        description,
        context: 'While asking',
        ...(details !== undefined && { details, hasPrivateDetails: true }),
      },
    ]);
  });

  it('is limited by the remaining time of the turn', async () => {
    const { http } = await runActionBlock(
      asking,
      { action: 'Ask' },
      { http: [{}], ports: { remainingMs: () => 9_000 } },
    );
    expect(http.requests[0]?.timeoutMs).toBe(5_000);
    const late = await runActionBlock(asking, { action: 'Ask' }, { ports: { remainingMs: () => 3_000 } });
    expect(late.context.logs[0]?.description).toBe('No time left in this turn to call the service');
    expect(late.http.requests).toEqual([]);
  });

  it('logs a BlockError and rethrows any other error', async () => {
    const { context } = await runActionBlock(asking, { action: 'Refuse' });
    expect(context.logs).toEqual([{ status: 'error', description: 'No' }]);
    await expect(runActionBlock(asking, { action: 'Break' })).rejects.toThrow('a defect');
  });
});
