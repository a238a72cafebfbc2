import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { importBot } from '#lib/bots/draft/import-bot.ts';
import { publishBot } from '#lib/bots/publication/publish-bot.ts';
import { readBotHead } from '#lib/bots/store/draft-store.ts';
import { readSession, sessionItem } from '#lib/chat/store/session-store.ts';
import type { Caller } from '#lib/platform/auth/access.ts';
import { hashToken } from '#lib/platform/auth/bearer-token.ts';
import { isJsonObject, type JsonObject } from '#lib/platform/json/json-object.ts';
import { createId } from '#lib/platform/store/create-id.ts';
import { transact } from '#lib/platform/store/dynamodb.ts';
import { countStats } from '#lib/results/analytics/stats-store.ts';
import { readResult, resultJoin, writeResult } from '#lib/results/store/result-store.ts';
import { insertWorkspace, readWorkspace } from '#lib/workspaces/store/workspace-store.ts';
import { findToken } from '#lib/workspaces/tokens/store/token-lookup.ts';
import { insertToken } from '#lib/workspaces/tokens/store/token-store.ts';

/**
 * Credentials and ids for trying every endpoint. Kept in server.json, because the table stores only the
 * token's hash.
 */
export type Seed = {
  token: string;
  workspaceId: string;
  sample: { botId: string; resultId: string; sessionId: string };
};

const SAMPLE_BOT = new URL('./sample-bot.json', import.meta.url);
const SESSION_DAYS = 30;

/**
 * Ensures that the local database has a workspace, a token, a published sample bot, a result and a session.
 * Reuses those from an earlier start, and replaces any that have expired or been deleted.
 */
export async function seed({ dataDir }: { dataDir: string }): Promise<Seed> {
  const known = await readKnownSeed(dataDir);
  const workspaceId =
    known && (await readWorkspace(known.workspaceId))
      ? known.workspaceId
      : (await insertWorkspace({ name: 'Local workspace' })).id;
  const token =
    known && known.workspaceId === workspaceId && (await isUsable(known.token))
      ? known.token
      : (await insertToken({ workspaceId, role: 'admin', name: 'Local development' })).token;
  return { token, workspaceId, sample: await createSample(workspaceId, known?.sample) };
}

async function readKnownSeed(dataDir: string): Promise<Seed | undefined> {
  try {
    const known: unknown = JSON.parse(await readFile(join(dataDir, 'server.json'), 'utf8'));
    return isJsonObject(known) && isJsonObject(known.sample) ? (known as unknown as Seed) : undefined;
  } catch {
    return undefined;
  }
}

async function isUsable(token: string): Promise<boolean> {
  const found = await findToken(hashToken(token));
  return found !== undefined && found.revokedAt === undefined;
}

async function createSample(workspaceId: string, known: Seed['sample'] | undefined): Promise<Seed['sample']> {
  const bot = known && (await readBotHead(known.botId));
  const botId = bot?.head.workspaceId === workspaceId ? bot.head.id : await importSampleBot(workspaceId);
  const result = known && (await readResult(known.resultId));
  const resultId =
    result?.result.botId === botId ? result.result.id : await writeSampleResult(botId, workspaceId);
  const session = known && (await readSession(known.sessionId));
  const sessionId =
    session?.resultId === resultId ? session.id : await openSampleSession({ botId, workspaceId, resultId });
  return { botId, resultId, sessionId };
}

async function importSampleBot(workspaceId: string): Promise<string> {
  const document = JSON.parse(await readFile(SAMPLE_BOT, 'utf8')) as JsonObject;
  const developer: Caller = {
    tokenId: 'local',
    tokenName: 'Local development',
    grants: new Map([[workspaceId, 'admin']]),
  };
  const { bot } = await importBot({ workspaceId, bot: document }, developer);
  await publishBot(bot.head.id, {}, developer);
  return bot.head.id;
}

async function writeSampleResult(botId: string, workspaceId: string): Promise<string> {
  const resultId = createId();
  const startedAtMs = Date.now() - 60_000;
  const at = (seconds: number) => new Date(startedAtMs + seconds * 1_000).toISOString();
  const answer = (
    seconds: number,
    groupId: string,
    blockId: string,
    variableId: string,
    content: string,
  ) => ({
    createdAt: at(seconds),
    resultId,
    groupId,
    blockId,
    variableId,
    content,
    storageUsed: 0,
  });
  await writeResult({
    workspaceId,
    result: {
      id: resultId,
      createdAt: at(0),
      botId,
      variables: [
        { id: 'var-name', name: 'Name', value: 'Ada' },
        { id: 'var-item', name: 'Item', value: 'Croissants' },
        { id: 'var-count', name: 'Count', value: '6' },
      ],
      hasStarted: true,
      isCompleted: true,
      isArchived: false,
      answers: [
        answer(8, 'welcome', 'ask-name', 'var-name', 'Ada'),
        answer(14, 'welcome', 'ask-item', 'var-item', 'Croissants'),
        answer(21, 'croissants', 'ask-count', 'var-count', '6'),
      ],
    },
  });
  await countStats(botId, { views: 1, starts: 1, completed: 1 }, new Date(startedAtMs));
  return resultId;
}

async function openSampleSession(of: {
  botId: string;
  workspaceId: string;
  resultId: string;
}): Promise<string> {
  const id = createId();
  const createdAt = new Date();
  const expiresAt = new Date(createdAt.getTime() + SESSION_DAYS * 24 * 60 * 60 * 1_000);
  const session = { id, ...of, allowedOrigins: [], createdAt: createdAt.toISOString(), expiresAt };
  const result = await readResult(of.resultId);
  if (!result) throw new Error('The sample result is gone');
  const writer = { sessionId: id, startedAt: createdAt.getTime() };
  // Adds the session to the result's list, so that erasing the sample result also ends the session.
  const { write } = resultJoin(of.resultId, undefined, writer, result.sessions);
  await transact([write, { put: sessionItem(session) }]);
  return id;
}
