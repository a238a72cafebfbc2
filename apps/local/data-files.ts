import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/*
 * Files in the data folder through which other programs find the running server. They exist only while it
 * runs.
 */

/** Content of `server.json` and, for shells, `server.env`. Written once both addresses respond. */
export type ServerFile = {
  baseUrl: string;
  chatUrl: string;
  token: string;
  workspaceId: string;
  sample: { botId: string; resultId: string; sessionId: string };
};

/** Content of `database.json`, which lets the operator's command line use the same database. */
export type DatabaseFile = { endpoint: string; tableName: string; pid: number };

const FILES = ['server.json', 'server.env', 'database.json'];

export function writeServerFiles(dataDir: string, server: ServerFile): void {
  const json = formatJson(server);
  write(path.join(seedMemory(dataDir), 'server.json'), json);
  write(path.join(dataDir, 'server.env'), formatShellVariables(server));
  // Written last, so that scripts waiting for it can rely on the other files.
  write(path.join(dataDir, 'server.json'), json);
}

export function writeDatabaseFile(dataDir: string, database: DatabaseFile): void {
  write(path.join(dataDir, 'database.json'), formatJson(database));
}

/** Also cleans up after a server that crashed. */
export function removeDataFiles(dataDir: string): void {
  for (const name of FILES) rmSync(path.join(dataDir, name), { force: true });
}

/**
 * Folder with a copy of the last `server.json`, from which the seed takes its token. The seed needs a copy
 * because scripts must never find the `server.json` of a server that has stopped.
 */
export function seedMemory(dataDir: string): string {
  const folder = path.join(dataDir, 'seed');
  mkdirSync(folder, { recursive: true });
  return folder;
}

function formatJson(content: object): string {
  return `${JSON.stringify(content, null, 2)}\n`;
}

/** Meant for `. server.env`. No value needs quoting: they are URLs, ids and a base64url token. */
function formatShellVariables({ baseUrl, chatUrl, token, workspaceId, sample }: ServerFile): string {
  const variables = {
    BASE_URL: baseUrl,
    CHAT_URL: chatUrl,
    TOKEN: token,
    WORKSPACE_ID: workspaceId,
    SAMPLE_BOT_ID: sample.botId,
    SAMPLE_RESULT_ID: sample.resultId,
    SAMPLE_SESSION_ID: sample.sessionId,
  };
  return Object.entries(variables)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('');
}

/** Writes atomically, readable only by the owner. */
function write(file: string, content: string): void {
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, content, { mode: 0o600 });
  renameSync(draft, file);
}
