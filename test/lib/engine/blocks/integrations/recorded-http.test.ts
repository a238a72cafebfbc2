import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { emailBlock } from '#lib/engine/blocks/integrations/email.ts';
import { googleSheetsBlock } from '#lib/engine/blocks/integrations/google-sheets.ts';
import { httpRequestBlock } from '#lib/engine/blocks/integrations/http-request.ts';
import type { ActionModule } from '#lib/engine/model/block-module.ts';
import type { ChatBlock } from '#lib/engine/model/chat-block.ts';
import { type HttpRequest, HttpRequestError } from '#lib/engine/model/ports.ts';
import type { ChatVariable } from '#lib/engine/model/variables.ts';
import { blockContext } from '#test/support/chat/block-context.ts';
import { fakeHttp, type ScriptedResponse } from '#test/support/chat/fake-http.ts';
import { plainSandbox } from '#test/support/chat/plain-sandbox.ts';

/*
 * Compares outgoing requests, block by block, with recordings of Typebot. The recordings live next
 * to the repository, and the tests are skipped if they are missing.
 */
const FOLDER = resolve(import.meta.dirname, '../../../../../../shared/transcripts');
const isThere = existsSync(FOLDER);
if (!isThere) {
  process.stderr.write('Skipped: recorded HTTP requests, because ../shared/transcripts is missing.\n');
}

type Log = { status?: string; description: string; details?: string | null };
type Recording = {
  conversations: {
    first: {
      steps: {
        response: { clientSideActions?: unknown; logs?: Log[] };
        resultAfter: { response: { result: { variables: ChatVariable[] } } };
      }[];
      logs: { response: { logs: Log[] } };
    };
  };
};
type Bot = { variables: ChatVariable[]; groups: { blocks: ChatBlock[] }[] };

function read<T>(name: string): T {
  return JSON.parse(readFileSync(join(FOLDER, name), 'utf8'));
}

const getBlocks = (bot: Bot, type: string) =>
  bot.groups.flatMap(({ blocks }) => blocks).filter((block) => block.type === type);

/** The server used for the recordings: two fixed responses and one that echoes the request. */
function recordedServer({ url, method, headers, body }: HttpRequest): ScriptedResponse {
  const { pathname, search, host } = new URL(url);
  if (pathname === '/json') return { text: '{"user": {"name": "Bob"}, "list": [{"id": 1}, {"id": 2}]}' };
  if (pathname === '/text') return { text: 'plain text' };
  const sent = String(body ?? '');
  const { 'X-A': xA } = headers ?? {};
  const echo = {
    method,
    path: `${pathname}${search}`,
    headers: {
      host,
      connection: 'keep-alive',
      ...(xA !== undefined && { 'x-a': xA }),
      'content-type': headers?.['content-type'],
      accept: '*/*',
      'accept-language': '*',
      'sec-fetch-mode': 'cors',
      'user-agent': 'node',
      'accept-encoding': 'gzip, deflate',
      'content-length': String(Buffer.byteLength(sent)),
    },
    body: sent,
    user: { name: 'echo' },
    list: [],
  };
  return { json: echo };
}

it.skipIf(!isThere)('requests, mappings and logs', async () => {
  const bot = read<Bot>('bots/extra__http-ok.json');
  const { steps, logs } = read<Recording>('extra__http-ok.json').conversations.first;
  const requests = getBlocks(bot, 'Webhook');
  const context = blockContext({
    variables: bot.variables,
    answers: [{ key: 'a', value: 'Ada' }],
    ports: { http: fakeHttp(recordedServer), sandbox: async () => plainSandbox },
  });
  context.set('v_a', 'Ada');

  for (const block of requests.slice(0, -1)) await httpRequestBlock.run(block, context);

  const now = context.ports.now().toISOString();
  const values = (variables: readonly ChatVariable[]) =>
    variables.flatMap(({ id, value }) =>
      value ? [[id, JSON.stringify(value).replaceAll(now, '<timestamp>')]] : [],
    );
  const recorded = steps[1]?.resultAfter.response.result.variables ?? [];
  expect(values(context.variables.list)).toEqual(values(recorded));

  // Sort the logs, because those with the same timestamp come in any order. Our logs also contain the
  // request's timeout, unlike Typebot's.
  const descriptions = (list: Log[]) =>
    list.map(({ status, description }) => `${status}: ${description}`).sort();
  expect(descriptions(context.logs)).toEqual(descriptions(logs.response.logs));
  const details = logs.response.logs.find((log) => log.details?.includes('/json'))?.details ?? '';
  expect(context.logs[0]?.details).toBe(details.replace('"timeout":false', '"timeout":10000'));

  const onClient = await httpRequestBlock.run(requests.at(-1) ?? { id: '', type: '' }, context);
  expect(onClient.actions).toEqual(steps[2]?.response.clientSideActions);
});

it.skipIf(!isThere)('a host without an address', async () => {
  const recording = read<Recording>('v4--2023-08-06-e40b70b-movie-recommendation.json');
  const description = 'Security validation failed: getaddrinfo EAI_AGAIN api.themoviedb.org';
  expect(recording.conversations.first.logs.response.logs[0]).toMatchObject({ status: 'error', description });
  const http = fakeHttp([new HttpRequestError('refused', 'getaddrinfo EAI_AGAIN api.themoviedb.org')]);
  const context = blockContext({ ports: { http } });
  await httpRequestBlock.run(
    { id: 'h', type: 'Webhook', options: { webhook: { url: 'https://api.themoviedb.org/3' } } },
    context,
  );
  expect(context.logs).toEqual([{ status: 'error', description }]);
});

it.skipIf(!isThere)('sheets without access', async () => {
  const bot = read<Bot>('bots/extra__one-sheets.json');
  const { steps } = read<Recording>('extra__one-sheets.json').conversations.first;
  const context = blockContext({ variables: bot.variables });
  for (const block of getBlocks(bot, 'Google Sheets')) await googleSheetsBlock.run(block, context);
  expect(context.logs).toEqual(steps[1]?.response.logs);
});

it.skipIf(!isThere)('mail without a server', async () => {
  const { logs } = read<Recording>('v3--2023-04-13-401a7b9-lead-magnet.json').conversations.first;
  const [recorded] = logs.response.logs;
  const { email: recordedMail } = JSON.parse(recorded?.details ?? '{}');
  // Typebot sends to "Ada", which is not an email address. Here it would be rejected before
  // sending.
  const email = { ...recordedMail, to: ['ada@mail.example'] };
  const context = blockContext();
  const block = emailBlock satisfies ActionModule;
  await block.run(
    {
      id: 'e',
      type: 'Email',
      options: {
        credentialsId: 'default',
        recipients: email.to,
        subject: email.subject,
        body: email.text,
        isCustomBody: true,
      },
    },
    context,
  );
  const { disableFileAccess: _, ...mail } = email;
  expect(context.logs).toMatchObject([{ status: recorded?.status, description: recorded?.description }]);
  expect(JSON.parse(context.logs[0]?.details ?? '{}').email).toEqual(mail);
});
