import { isDeepStrictEqual } from 'node:util';
import { SERVER_FIELDS } from '#lib/bots/document/bot-head.ts';
import { relinkBots } from '#lib/bots/document/linked-bots.ts';

/** An accepted request, and a way to read what it changed. */
export type Taken = {
  path: string;
  query: URLSearchParams;
  /** The request body, or undefined if there was none. */
  sent: unknown;
  received: Json;
  /** Returns the result that a session writes to. Undefined for the other workspace's sessions. */
  toResult(sessionId: string): { botId: string; resultId: string } | undefined;
  /** Sends a GET request to the management API with an admin token. */
  read(path: string): Promise<{ status: number; body: unknown }>;
};

type Json = Record<string, unknown>;

/**
 * Checks what later reads must show after each write operation, by endpoint id. Every write operation is listed,
 * even if no read shows its effect.
 */
export const READ_BACK: Record<string, (taken: Taken) => Promise<void>> = {
  'import-bot': async (taken) => {
    if (taken.received.dryRun)
      return expectAbsent(taken, `/v1/bots/${parseBot(taken).id}`, isCreation(taken));
    await expectBot(taken);
    expectKept(taken);
    expectPublicId(taken);
  },
  'create-bot': async (taken) => {
    await expectBot(taken);
    expectKept(taken);
  },
  'update-bot': async (taken) => {
    await expectBot(taken);
    expectKept(taken);
  },
  'duplicate-bot': expectBot,
  'restore-bot': async (taken) => {
    expectSame('isArchived', parseBot(taken).isArchived, false);
    await expectBot(taken);
  },
  'restore-release': expectBot,
  'delete-bot': async (taken) => {
    const { bot } = await body<{ bot: Json }>(taken, taken.path);
    expectSame('isArchived', bot.isArchived, true);
  },
  'publish-bot': async (taken) => {
    if (taken.received.dryRun) return;
    const botPath = taken.path.replace(/\/publish$/, '');
    const { publishedBot } = await body<{ publishedBot: Json }>(taken, `${botPath}/publishedBot`);
    expectSame('updatedAt', publishedBot?.updatedAt, taken.received.publishedAt);
    const { release } = await body<{ release: Json }>(taken, `${botPath}/releases/${taken.received.release}`);
    expectSame('groups', publishedBot?.groups, release.groups);
  },
  'unpublish-bot': async (taken) => {
    const botPath = taken.path.replace(/\/unpublish$/, '');
    const { publishedBot } = await body<{ publishedBot: unknown }>(taken, `${botPath}/publishedBot`);
    expectSame('publishedBot', publishedBot, null);
  },
  'delete-result': async (taken) => {
    if (!taken.received.remaining) await expectAbsent(taken, taken.path);
  },
  'delete-results': async (taken) => {
    if (taken.received.remaining) return;
    const { resultIds } = taken.sent as { resultIds?: string[] };
    if (resultIds) {
      for (const id of resultIds.filter(isShort).slice(0, 3))
        await expectAbsent(taken, `${taken.path}/${encodeURIComponent(id.toWellFormed())}`);
    } else {
      const { results } = await body<{ results: unknown[] }>(taken, taken.path);
      expectSame('results', results, []);
    }
  },
  'import-results': async (taken) => {
    const { results } = taken.sent as { results: { id: string; answers?: { content: string }[] | null }[] };
    const skipped = new Set((taken.received.skippedResults as { id: string }[]).map(({ id }) => id));
    // What is skipped may be listed no longer.
    if (skipped.size > 0 || taken.received.remaining !== 0) return;
    for (const { id, answers } of results.slice(0, 3)) {
      const { result } = await body<{ result: { answers: { content: string }[] } }>(
        taken,
        taken.path.replace(/import$/, id),
      );
      const kept = result.answers.map(({ content }) => content);
      for (const { content } of answers ?? []) expectSame(`answer of ${id}`, kept.includes(content), true);
    }
  },
  'start-chat': async ({ received, read }) => {
    const { resultId, bot } = received as { resultId?: string; bot: Json };
    // Chats need no token, so this bot may belong to the other workspace.
    const isOwn = (await read(`/v1/bots/${bot.id}`)).status === 200;
    if (resultId === undefined || !isOwn) return;
    const { status } = await read(`/v1/bots/${bot.id}/results/${resultId}`);
    expectSame('status of the result', status, 200);
  },
  'continue-chat': async (taken) => {
    const resultPath = getResultPath(taken);
    if (resultPath === undefined) return;
    const { result } = await body<{ result: Json }>(taken, resultPath);
    expectSame('id of the result', result.id, resultPath.split('/').at(-1));
  },
  // No endpoint reads sessions.
  'start-preview-chat': async () => {},
  'send-message': async () => {},
  'update-session-bot': async () => {},
  'end-chats': async () => {},
  'generate-upload-url': async () => {},
  'submit-client-logs': expectLogs,
  'submit-client-logs-v2': expectLogs,
  'create-workspace': async ({ received, sent }) => {
    expectSame('name', (received.workspace as Json).name, (sent as { name: string }).name.trim());
  },
  'rename-workspace': async (taken) => {
    const { workspaces } = await body<{ workspaces: Json[] }>(taken, '/v1/workspaces');
    const renamed = taken.received.workspace as Json;
    expectSame(
      'workspace',
      pickFields(workspaces.find(({ id }) => id === renamed.id) ?? {}, Object.keys(renamed)),
      renamed,
    );
    expectSame('name', renamed.name, (taken.sent as { name: string }).name.trim());
  },
  'create-token': async (taken) => {
    const { token, ...created } = taken.received.token as Json;
    const { tokens } = await body<{ tokens: Json[] }>(taken, taken.path);
    const listed = tokens.find(({ id }) => id === created.id) ?? {};
    expectSame('token', listed, { ...created, revokedAt: null, lastUsedOn: null });
  },
  'revoke-token': async (taken) => {
    const revoked = taken.received.token as Json;
    if (revoked.revokedAt === null) throw new Error('A revoked token has no time of revocation');
    // The token is on the first page, unless the run has created more than a page of tokens since.
    const { tokens } = await body<{ tokens: Json[] }>(
      taken,
      `${taken.path.replace(/\/[^/]*$/, '')}?limit=100`,
    );
    const listed = tokens.find(({ id }) => id === revoked.id);
    if (listed) expectSame('token', listed, revoked);
  },
  'start-job': expectJob,
  'cancel-job': expectJob,
  'check-bot': async () => {},
};

async function expectJob({ received, read }: Taken): Promise<void> {
  const sent = received.job as Json;
  const response = await read(`/v1/workspaces/${sent.workspaceId}/jobs/${sent.id}`);
  const { job } = response.body as { job: Json };
  for (const field of ['id', 'kind', 'botId', 'createdAt'])
    expectSame(`job.${field}`, job[field], sent[field]);
}

/** Longer ids make the path too long, which is rejected before the lookup. */
function isShort(id: string): boolean {
  return id !== '' && id.length < 200;
}

/** Returns the result path for the session in a path. Undefined if the session has no known result. */
function getResultPath({ path, toResult }: Taken): string | undefined {
  const of = toResult(path.split('/')[3] ?? '');
  return of && `/v1/bots/${of.botId}/results/${of.resultId}`;
}

async function expectLogs(taken: Taken): Promise<void> {
  const resultPath = getResultPath(taken);
  if (resultPath === undefined) return;
  const lines: Json[] = [];
  for (let cursor: string | undefined = ''; cursor !== undefined; ) {
    const next: string = cursor === '' ? '' : `&cursor=${cursor}`;
    const page: { logs: Json[]; nextCursor?: string } = await body(
      taken,
      `${resultPath}/logs?limit=1000${next}`,
    );
    lines.push(...page.logs);
    cursor = page.nextCursor;
  }
  const { clientLogs } = taken.sent as { clientLogs: Json[] };
  const expected = clientLogs.map(({ status = 'error', description, details = null, context = null }) => ({
    status,
    description,
    details,
    context,
  }));
  const kept = lines.map((line) => pickFields(line, ['status', 'description', 'details', 'context']));
  // Requests within one millisecond may be in any order, but the entries of each request keep theirs.
  const isThere = kept.some((_, start) =>
    isDeepStrictEqual(asJson(kept.slice(start, start + expected.length)), asJson(expected)),
  );
  if (!isThere) throw new Error(`Read-back mismatch: the log has no ${shown(expected)}`);
}

function parseBot({ received }: Taken): Json {
  return received.bot as Json;
}

function isCreation({ sent }: Taken): boolean {
  return (sent as Json).mode !== 'replace';
}

async function expectBot(taken: Taken): Promise<void> {
  const received = parseBot(taken);
  const { bot } = await body<{ bot: Json }>(taken, `/v1/bots/${received.id}`);
  expectSame('bot', bot, received);
}

/** Expects every sent field back unchanged, except server-controlled ones and those with a warning. */
function expectKept(taken: Taken): void {
  const { bot, linkedBots = {} } = taken.sent as { bot: Json; linkedBots?: Record<string, string> };
  const sent = relinkBots(bot, new Map(Object.entries(linkedBots)));
  const received = parseBot(taken);
  const warnings = (taken.received.warnings ?? []) as { path: string; code: string }[];
  // Old exports have blocks where current documents have groups.
  if (warnings.some(({ code }) => code === 'RENAMED')) return;
  const changed = warnings.filter(({ code }) => code !== 'DANGLING').map(({ path }) => path.split(/[.[]/)[1]);
  for (const [key, value] of Object.entries(sent)) {
    if ((SERVER_FIELDS as readonly string[]).includes(key) || changed.includes(key)) continue;
    if (key === 'folderId' && (taken.sent as Json).folderId !== undefined) continue;
    // Replacing a bot does not move it to another folder.
    if (key === 'folderId' && !isCreation(taken)) continue;
    expectSame(`bot.${key}`, received[key], value);
  }
}

/** Expects an import to keep a publicId on request, unless it says why not. */
function expectPublicId(taken: Taken): void {
  const { keepPublicId, bot } = taken.sent as { keepPublicId?: boolean; bot: Json };
  const warnings = (taken.received.warnings ?? []) as { path: string }[];
  if (!isCreation(taken) || warnings.some(({ path }) => path === 'bot.publicId')) return;
  expectSame('publicId', parseBot(taken).publicId, (keepPublicId ? bot.publicId : undefined) ?? null);
}

async function expectAbsent(taken: Taken, path: string, isExpected = true): Promise<void> {
  if (!isExpected) return;
  const { status } = await taken.read(path);
  expectSame(`status of ${path}`, status, 404);
}

async function body<T>({ read }: Taken, path: string): Promise<T> {
  const response = await read(path);
  if (response.status !== 200) throw new Error(`Reading back ${path}: ${response.status}`);
  return response.body as T;
}

function pickFields(value: Json, keys: string[]): Json {
  return Object.fromEntries(keys.map((key) => [key, value[key]]));
}

function expectSame(what: string, actual: unknown, expected: unknown): void {
  if (isDeepStrictEqual(asJson(actual), asJson(expected))) return;
  throw new Error(`Read-back mismatch: ${what} is ${shown(actual)}, expected ${shown(expected)}`);
}

/** Round-trips a value through JSON, where -0 and 0 are the same number. */
function asJson(value: unknown): unknown {
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value));
}

function shown(value: unknown): string {
  return (JSON.stringify(value) ?? 'undefined').slice(0, 500);
}
