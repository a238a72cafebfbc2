import { mkdir, readFile, realpath } from 'node:fs/promises';
import path from 'node:path';
import { replaceFile } from '#apps/cli/replace-file.ts';
import { tryParseJson } from '#apps/cli/try-parse-json.ts';
import { isJsonObject, type JsonObject } from '#lib/platform/json/json-object.ts';
import {
  type CredentialsStore,
  CredentialsStoreError,
  type CredentialsToStore,
} from './credentials-store.ts';

/** The file that CREDENTIALS_FILE names: `{"<workspaceId>": {"<credentialsId>": {…}}}`. It need not exist. */
export function credentialsFile(file: string): CredentialsStore {
  return {
    description: file,
    async read(workspaceId, credentialsId) {
      return ownEntry(ownEntry(await readContent(file), workspaceId), credentialsId);
    },
    async write(workspaceId, credentials) {
      if (credentials.length === 0) return;
      const content = await readContent(file);
      const added = withCredentials(content, workspaceId, credentials);
      // Through a symbolic link, so that it stays one.
      const target = await realpath(file).catch(() => file);
      await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
      await replaceFile(target, (write) => write(`${JSON.stringify(added, null, 2)}\n`), 0o600);
    },
  };
}

async function readContent(file: string): Promise<JsonObject> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '{}';
    throw new CredentialsStoreError(`${file} cannot be read (${error.code})`);
  });
  const content = tryParseJson(text);
  const isWellFormed = isJsonObject(content) && Object.values(content).every(isJsonObject);
  if (isWellFormed) return content;
  throw new CredentialsStoreError(
    `${file} is not a file of credentials: expected {"<workspace id>": {"<credentials id>": {…}}}`,
  );
}

function ownEntry(value: unknown, key: string): unknown {
  return isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

function withCredentials(
  content: JsonObject,
  workspaceId: string,
  credentials: readonly CredentialsToStore[],
): JsonObject {
  const before = ownEntry(content, workspaceId);
  const workspace = Object.fromEntries([
    ...(isJsonObject(before) ? Object.entries(before) : []),
    ...credentials.map(({ id, content: added }) => [id, added]),
  ]);
  return Object.fromEntries([...Object.entries(content), [workspaceId, workspace]]);
}
