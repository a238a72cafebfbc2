import { stat } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { readDocumentText } from '#apps/cli/import/document-files.ts';

/** Polls, because some file systems report no changes, and editors replace a file when they save it. */
const INTERVAL_MS = 200;

/** The text of a file, or why it cannot be read. */
export type FileState = { text: string } | { error: Error };

/**
 * Yields the text of a file now and whenever a save changes it. A file that is still being written is left
 * until it no longer changes.
 *
 * @throws Error if there is no such file at the start
 */
export async function* watchFile(file: string): AsyncGenerator<FileState, never> {
  let seen = await readSignature(file);
  if (seen === undefined) throw new Error(`There is no file ${file}`);
  let latest = await readState(file);
  yield latest;
  for (;;) {
    await sleep(INTERVAL_MS);
    const signature = await readSignature(file);
    if (signature === seen) continue;
    await sleep(INTERVAL_MS);
    if (signature !== (await readSignature(file))) continue;
    seen = signature;
    const state = await readState(file);
    if (isSameState(state, latest)) continue;
    latest = state;
    yield state;
  }
}

/** Changes whenever the file is saved. Undefined while there is none. */
async function readSignature(file: string): Promise<string | undefined> {
  const found = await stat(file).catch(() => undefined);
  return found && `${found.mtimeMs} ${found.size} ${found.ino}`;
}

async function readState(file: string): Promise<FileState> {
  try {
    return { text: await readDocumentText(file) };
  } catch (error) {
    const isGone = (error as NodeJS.ErrnoException).code === 'ENOENT';
    return { error: isGone ? new Error(`${file} no longer exists`) : (error as Error) };
  }
}

function isSameState(one: FileState, other: FileState): boolean {
  return 'text' in one && 'text' in other && one.text === other.text;
}
