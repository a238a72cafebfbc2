import { isDeepStrictEqual } from 'node:util';
import { SERVER_FIELDS } from '#lib/bots/document/bot-head.ts';
import { relinkBots } from '#lib/bots/document/linked-bots.ts';

/*
 * Checks that later reads show what a fuzzed request has changed. The fixtures in test/endpoints say which of them an
 * endpoint needs.
 */

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

export type Json = Record<string, unknown>;

export async function expectJob({ received, read }: Taken): Promise<void> {
  const sent = received.job as Json;
  const response = await read(`/v1/workspaces/${sent.workspaceId}/jobs/${sent.id}`);
  const { job } = response.body as { job: Json };
  for (const field of ['id', 'kind', 'botId', 'createdAt'])
    expectSame(`job.${field}`, job[field], sent[field]);
}

/** Returns the result path for the session in a path. Undefined if the session has no known result. */
export function getResultPath({ path, toResult }: Taken): string | undefined {
  const of = toResult(path.split('/')[3] ?? '');
  return of && `/v1/bots/${of.botId}/results/${of.resultId}`;
}

export async function expectLogs(taken: Taken): Promise<void> {
  const resultPath = getResultPath(taken);
  if (resultPath === undefined) return;
  const lines: Json[] = [];
  for (let cursor: string | undefined = ''; cursor !== undefined; ) {
    const next: string = cursor === '' ? '' : `&cursor=${cursor}`;
    const page: { logs: Json[]; nextCursor?: string } = await readBody(
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

export function parseBot({ received }: Taken): Json {
  return received.bot as Json;
}

export function isCreation({ sent }: Taken): boolean {
  return (sent as Json).mode !== 'replace';
}

export async function expectBot(taken: Taken): Promise<void> {
  const received = parseBot(taken);
  const { bot } = await readBody<{ bot: Json }>(taken, `/v1/bots/${received.id}`);
  expectSame('bot', bot, received);
}

/** Expects every sent field back unchanged, except server-controlled ones and those with a warning. */
export function expectKept(taken: Taken): void {
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
export function expectPublicId(taken: Taken): void {
  const { keepPublicId, bot } = taken.sent as { keepPublicId?: boolean; bot: Json };
  const warnings = (taken.received.warnings ?? []) as { path: string }[];
  if (!isCreation(taken) || warnings.some(({ path }) => path === 'bot.publicId')) return;
  expectSame('publicId', parseBot(taken).publicId, (keepPublicId ? bot.publicId : undefined) ?? null);
}

export async function expectAbsent(taken: Taken, path: string, isExpected = true): Promise<void> {
  if (!isExpected) return;
  const { status } = await taken.read(path);
  expectSame(`status of ${path}`, status, 404);
}

export async function readBody<T>({ read }: Taken, path: string): Promise<T> {
  const response = await read(path);
  if (response.status !== 200) throw new Error(`Reading back ${path}: ${response.status}`);
  return response.body as T;
}

export function pickFields(value: Json, keys: string[]): Json {
  return Object.fromEntries(keys.map((key) => [key, value[key]]));
}

export function expectSame(what: string, actual: unknown, expected: unknown): void {
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
