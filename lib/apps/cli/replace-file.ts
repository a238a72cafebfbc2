import { rmSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';

/** The exit code that shells report for a program that Ctrl-C has ended. */
const INTERRUPTED_EXIT_CODE = 130;

/**
 * Writes a file completely or not at all: a temporary file beside it is renamed when everything is written.
 * An existing file stays until then.
 */
export async function replaceFile(
  file: string,
  work: (write: (text: string) => Promise<void>) => Promise<void>,
  mode = 0o666,
): Promise<void> {
  const draft = `${file}.${process.pid}.part`;
  const removeDraft = () => rmSync(draft, { force: true });
  const interrupt = () => {
    removeDraft();
    process.exit(INTERRUPTED_EXIT_CODE);
  };
  const handle = await open(draft, 'w', mode).catch((error: NodeJS.ErrnoException) => {
    throw new Error(`${file} cannot be written (${error.code})`, { cause: error });
  });
  process.once('SIGINT', interrupt);
  try {
    await work(async (text) => {
      await handle.writeFile(text);
    });
    await handle.close();
    await rename(draft, file);
  } catch (error) {
    await handle.close();
    removeDraft();
    throw error;
  } finally {
    process.off('SIGINT', interrupt);
  }
}
