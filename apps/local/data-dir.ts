import path from 'node:path';

/** Returns the folder of the local server's data: DATA_DIR, or else `.local` in this checkout, wherever the caller is. */
export function getDataDir(env: NodeJS.ProcessEnv): string {
  return env.DATA_DIR || path.resolve(import.meta.dirname, '../../.local');
}
