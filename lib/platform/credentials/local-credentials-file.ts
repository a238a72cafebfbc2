import { randomUUID } from 'node:crypto';
import { mkdir, open, readFile, realpath, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { ServiceError } from '#lib/platform/errors/service-error.ts';
import { isJsonObject, type JsonObject } from '#lib/platform/json/json-object.ts';

/** Stores credentials in the file, which need not exist. Everything else in it stays as it is. */
export async function writeToFile(
  file: string,
  workspaceId: string,
  credentialsId: string,
  content: JsonObject,
): Promise<void> {
  await changeWorkspace(file, workspaceId, (entries) => entries.set(credentialsId, content));
}

/** Removes credentials from the file. No-op if it does not have them. */
export async function removeFromFile(
  file: string,
  workspaceId: string,
  credentialsId: string,
): Promise<void> {
  await changeWorkspace(file, workspaceId, (entries) => entries.delete(credentialsId) && entries);
}

/** Changes take turns, because each writes the whole file. */
let lastChange: Promise<void> = Promise.resolve();

/** @param change returns false if there is nothing to change */
async function changeWorkspace(
  file: string,
  workspaceId: string,
  change: (entries: Map<string, unknown>) => Map<string, unknown> | false,
): Promise<void> {
  const next = lastChange
    .catch(() => {})
    .then(async () => {
      const workspaces = new Map(Object.entries(await readContent(file)));
      const before = workspaces.get(workspaceId);
      const entries = change(new Map(Object.entries(isJsonObject(before) ? before : {})));
      if (!entries) return;
      workspaces.set(workspaceId, Object.fromEntries(entries));
      await replaceContent(file, Object.fromEntries(workspaces));
    });
  lastChange = next;
  await next;
}

/** @throws CONFLICT if the file is not one of credentials, without quoting it */
async function readContent(file: string): Promise<JsonObject> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '{}';
    throw error;
  });
  const content = parseJson(text);
  if (isJsonObject(content) && Object.values(content).every(isJsonObject)) return content;
  throw new ServiceError(
    'CONFLICT',
    'The file of credentials is not as it should be: it must be a JSON object of workspaces',
  );
}

/** Returns undefined for invalid JSON instead of throwing, because parse errors quote the text. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Writes another file and renames it, so that readers never see half of it. Only its owner can read it. */
async function replaceContent(file: string, content: JsonObject): Promise<void> {
  // Through a symbolic link, so that it stays one.
  const target = await realpath(file).catch(() => file);
  await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
  const draft = `${target}.${randomUUID().slice(0, 8)}.part`;
  try {
    const handle = await open(draft, 'wx', 0o600);
    try {
      await handle.writeFile(`${JSON.stringify(content, null, 2)}\n`);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(draft, target);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}
