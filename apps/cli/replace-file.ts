import { rmSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';

/** Exit code of a program ended by Ctrl-C: 128 + SIGINT. */
export const INTERRUPTED_EXIT_CODE = 130;

/**
 * Writes a file atomically, by renaming a temporary file next to it. Until then, an existing file stays
 * untouched.
 */
export async function replaceFile(
  file: string,
  work: (write: (content: string | Uint8Array) => Promise<void>) => Promise<void>,
  mode = 0o666,
): Promise<void> {
  const draft = `${file}.${process.pid}.part`;
  const removeDraft = () => rmSync(draft, { force: true });
  const interrupt = () => process.exit(INTERRUPTED_EXIT_CODE);
  const handle = await open(draft, 'w', mode).catch((error: NodeJS.ErrnoException) => {
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
