import { mkdir, readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import * as z from 'zod';
import { replaceFile } from '#apps/cli/replace-file.ts';
import { tryParseJson } from '#apps/cli/try-parse-json.ts';

/*
 * Drafts that `bots dev` has made of files, so that the next run goes on with them. Each person has drafts of their own, so
 * this is neither in the file, nor beside it where it would be committed.
 */

/** Beyond this, the oldest drafts are forgotten. */
const MAX_DRAFTS = 500;

const rememberedDraft = z.object({
  baseUrl: z.string(),
  workspaceId: z.string(),
  /** Absolute path. */
  file: z.string(),
  botId: z.string(),
});
const rememberedDrafts = z.object({ drafts: z.array(rememberedDraft) });

/** A file, and the workspace in which it has a draft. */
export type DraftKey = Omit<z.output<typeof rememberedDraft>, 'botId'>;

/** Path of the file with the drafts, `$XDG_STATE_HOME/bots/dev.json`. */
function getStateFile(env: NodeJS.ProcessEnv = process.env): string {
  return path.join(env.XDG_STATE_HOME || path.join(homedir(), '.local', 'state'), 'bots', 'dev.json');
}

/**
 * Returns the id of the draft that an earlier run made of a file. Undefined without one.
 *
 * @throws Error if something else has written the file with the drafts
 */
export async function findRememberedDraft(key: DraftKey): Promise<string | undefined> {
  return (await readDrafts()).find((draft) => isSameKey(draft, key))?.botId;
}

export async function rememberDraft(key: DraftKey, botId: string): Promise<void> {
  const others = (await readDrafts()).filter((draft) => !isSameKey(draft, key));
  const { baseUrl, workspaceId, file } = key;
  const drafts = [...others, { baseUrl, workspaceId, file, botId }].slice(-MAX_DRAFTS);
  const stateFile = getStateFile();
  await mkdir(path.dirname(stateFile), { recursive: true, mode: 0o700 });
  await replaceFile(stateFile, (write) => write(`${JSON.stringify({ drafts }, null, 2)}\n`), 0o600);
}

async function readDrafts(): Promise<z.output<typeof rememberedDraft>[]> {
  const stateFile = getStateFile();
  const text = await readFile(stateFile, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (text === undefined) return [];
  const parsed = rememberedDrafts.safeParse(tryParseJson(text));
  if (parsed.success) return parsed.data.drafts;
  throw new Error(`${stateFile} was not written by bots dev: fix it, or remove it`);
}

function isSameKey(one: DraftKey, other: DraftKey): boolean {
  return one.baseUrl === other.baseUrl && one.workspaceId === other.workspaceId && one.file === other.file;
}
