import type { Api } from '#lib/platform/http/contract.ts';
import { generatedBot } from '#test/fixtures/generated-bot.ts';
import { type BenchService, callService, callServiceForEach } from './bench-service.ts';
import type { HttpCall } from './load.ts';
import { surveyBot } from './survey-bot.ts';

/** An operation that matters to users, because they pay or wait for it. */
export type Operation = {
  id: string;
  api: Api;
  /** Sets up the data and returns calls that all succeed, in any order. */
  prepare(service: BenchService, count: number): Promise<HttpCall[]>;
  /** The document that the operation has to parse, write or compress. */
  document?: string;
};

const DOCUMENT_BYTES = 7_000;
const document = JSON.stringify(generatedBot(DOCUMENT_BYTES));

/** More bots than connections, so that no two updates of the same bot run concurrently. */
const UPDATED_BOTS = 100;

const QUESTIONS = 60;

/** Number of replies before the measured one. */
const REPLIES_BEFORE = 5;

/** A session accepts a limited number of log entries. */
const LOG_REQUESTS_PER_SESSION = 3;

type Imported = { bot: { id: string } };
type Started = { sessionId: string };

const post = (path: string, body: unknown): HttpCall => ({
  method: 'POST',
  path,
  headers: { 'content-type': 'application/json' },
  body: typeof body === 'string' ? body : JSON.stringify(body),
});

export const authorized = ({ token }: BenchService, call: HttpCall): HttpCall => ({
  ...call,
  headers: { ...call.headers, authorization: `Bearer ${token}` },
});

const repeat = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value);

export const importCall = (service: BenchService, bot = document) =>
  authorized(service, post('/v1/bots/import', `{"workspaceId":"${service.workspaceId}","bot":${bot}}`));

export async function importBot(service: BenchService, bot?: string): Promise<string> {
  return (await callService<Imported>(service, 'management', importCall(service, bot))).bot.id;
}

export async function publishBot(
  service: BenchService,
  bot?: string,
): Promise<{ botId: string; publicId: string }> {
  const botId = await importBot(service, bot);
  const { publicId } = await callService<{ publicId: string }>(
    service,
    'management',
    authorized(service, post(`/v1/bots/${botId}/publish`, {})),
  );
  return { botId, publicId };
}

/** Starts this many chats, each with its own bot, and answers the first questions. */
export async function startChats(service: BenchService, count: number, replies: number): Promise<string[]> {
  const { publicId } = await publishBot(service, JSON.stringify(surveyBot(QUESTIONS)));
  const started = await callServiceForEach<Started>(service, 'chat', repeat(count, startCall(publicId)));
  const sessions = started.map(({ sessionId }) => sessionId);
  for (let n = 0; n < replies; n++) {
    await callServiceForEach(
      service,
      'chat',
      sessions.map((sessionId) => replyCall(sessionId)),
    );
  }
  return sessions;
}

export const startCall = (publicId: string) => post(`/v1/bots/${publicId}/startChat`, {});

export const replyCall = (sessionId: string) =>
  post(`/v1/sessions/${sessionId}/continueChat`, { message: { type: 'text', text: 'I quite like it' } });

export const OPERATIONS: Operation[] = [
  {
    id: 'import 7 KB',
    api: 'management',
    document,
    prepare: async (service, count) => repeat(count, importCall(service)),
  },
  {
    id: 'update',
    api: 'management',
    document,
    async prepare(service, count) {
      // A busy machine gives up on some of a hundred at once.
      const imported = await callServiceForEach<Imported>(
        service,
        'management',
        repeat(UPDATED_BOTS, importCall(service)),
      );
      const ids = imported.map(({ bot }) => bot.id);
      const { groups, edges, variables } = JSON.parse(document);
      return Array.from({ length: count }, (_, index) =>
        authorized(service, {
          ...post(`/v1/bots/${ids[index % ids.length]}`, {
            bot: { name: `Update ${index}`, groups, edges, variables },
          }),
          method: 'PATCH',
        }),
      );
    },
  },
  {
    id: 'get',
    api: 'management',
    async prepare(service, count) {
      const path = `/v1/bots/${await importBot(service)}`;
      return repeat(count, authorized(service, { method: 'GET', path }));
    },
  },
  {
    id: 'published',
    api: 'management',
    async prepare(service, count) {
      const { botId } = await publishBot(service);
      return repeat(count, authorized(service, { method: 'GET', path: `/v1/bots/${botId}/publishedBot` }));
    },
  },
  {
    id: 'result',
    api: 'management',
    async prepare(service, count) {
      const { botId, resultId } = service.sample;
      return repeat(
        count,
        authorized(service, { method: 'GET', path: `/v1/bots/${botId}/results/${resultId}` }),
      );
    },
  },
  {
    id: 'client logs',
    api: 'chat',
    async prepare(service, count) {
      const sessions = await startChats(service, Math.ceil(count / LOG_REQUESTS_PER_SESSION), 0);
      const clientLogs = [{ status: 'error', description: 'It failed', details: '{"code":1}' }];
      return Array.from({ length: count }, (_, index) =>
        post(`/v1/sessions/${sessions[index % sessions.length]}/clientLogs`, { clientLogs }),
      );
    },
  },
  {
    id: 'start chat',
    api: 'chat',
    async prepare(service, count) {
      const { publicId } = await publishBot(service, JSON.stringify(surveyBot(QUESTIONS)));
      return repeat(count, startCall(publicId));
    },
  },
  {
    id: 'continue chat',
    api: 'chat',
    prepare: async (service, count) => (await startChats(service, count, REPLIES_BEFORE)).map(replyCall),
  },
];
