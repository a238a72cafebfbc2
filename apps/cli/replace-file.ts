import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';

/** Exit code of a program ended by Ctrl-C: 128 + SIGINT. */
export const INTERRUPTED_EXIT_CODE = 130;

/**
 * Writes a file atomically, by renaming a temporary file next to it. Until then, an existing file stays
 * untouched. A symbolic link is replaced, never followed: neither one of the file's name, nor one that somebody else
 * has put where the temporary file will be.
 */
export async function replaceFile(
  file: string,
  work: (write: (content: string | Uint8Array) => Promise<void>) => Promise<void>,
  mode = 0o666,
): Promise<void> {
  const draft = `${file}.${randomUUID().slice(0, 8)}.part`;
  const removeDraft = () => rmSync(draft, { force: true });
  const interrupt = () => process.exit(INTERRUPTED_EXIT_CODE);
  const handle = await open(draft, 'wx', mode).catch((error: NodeJS.ErrnoException) => {
    throw new Error(`${file} cannot be written (${error.code})`, { cause: error });
  });
  process.once('SIGINT', interrupt);
  // Runs however the process ends, because other code also listens for SIGINT.
  process.once('exit', removeDraft);
  try {
    await work(async (content) => {
      await handle.writeFile(content);
    });
    await handle.close();
    await rename(draft, file);
  } catch (error) {
    await handle.close();
    removeDraft();
    throw error;
  } finally {
    process.off('SIGINT', interrupt);
    process.off('exit', removeDraft);
  }
}
