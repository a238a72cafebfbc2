import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/* What a running server tells other programs, in files of the data folder that exist only while it runs. */

/** `server.json`, and `server.env` for shells: written when both addresses respond. */
export type ServerFile = {
  baseUrl: string;
  chatUrl: string;
  token: string;
  workspaceId: string;
  sample: { botId: string; resultId: string; sessionId: string };
};

/** `database.json`, for the operator's command line, which works on the same database. */
export type DatabaseFile = { endpoint: string; tableName: string; pid: number };

const FILES = ['server.json', 'server.env', 'database.json'];

export function writeServerFiles(dataDir: string, server: ServerFile): void {
  const json = parseJson(server);
  write(path.join(seedMemory(dataDir), 'server.json'), json);
  write(path.join(dataDir, 'server.env'), formatShellVariables(server));
  // Last, so that whoever waits for it finds the others too.
  write(path.join(dataDir, 'server.json'), json);
}

export function writeDatabaseFile(dataDir: string, database: DatabaseFile): void {
  write(path.join(dataDir, 'database.json'), parseJson(database));
}

/** Also removes those of a server that crashed and could not do so itself. */
export function removeDataFiles(dataDir: string): void {
  for (const name of FILES) rmSync(path.join(dataDir, name), { force: true });
}

/**
 * The folder in which the seed finds the `server.json` of the last start, with the token that it made then.
 * It is a copy, because scripts must never find the file of a server that is gone.
 */
export function seedMemory(dataDir: string): string {
  const folder = path.join(dataDir, 'seed');
  mkdirSync(folder, { recursive: true });
  return folder;
}

function parseJson(content: object): string {
  return `${JSON.stringify(content, null, 2)}\n`;
}

/** To be read with `. server.env`. No value needs quotes: they are URLs, ids and a token in base64url. */
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

/** Readable only by the owner, and never visible half-written. */
function write(file: string, content: string): void {
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, content, { mode: 0o600 });
  renameSync(draft, file);
}
