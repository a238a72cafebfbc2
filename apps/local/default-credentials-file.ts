import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Path of the file with the credentials that blocks name, unless CREDENTIALS_FILE names another. */
export function defaultCredentialsFile(dataDir: string): string {
  return path.join(dataDir, 'credentials.json');
}

/** Creates the file without any credentials if it is missing, readable only by its owner. Returns its path. */
export function ensureDefaultCredentialsFile(dataDir: string): string {
  const file = defaultCredentialsFile(dataDir);
  mkdirSync(dataDir, { recursive: true });
  try {
    writeFileSync(file, '{}\n', { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return file;
}
