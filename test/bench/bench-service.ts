import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { DatabaseFile, ServerFile } from '#apps/local/data-files.ts';
import type { Api } from '#lib/platform/http/contract.ts';
import { mapConcurrently } from '#lib/platform/store/map-concurrently.ts';
import type { HttpCall } from './load.ts';
import { type MeasuredProcess, startMeasured } from './measured-process.ts';
import { readStartCommand } from './start-command.ts';

const POLL_MS = 50;
const CONNECTIONS = 16;

/** The service as `npm start` runs it, in its own process. */
export type BenchService = ServerFile & {
  process: MeasuredProcess;
  database: DatabaseFile;
  urls: Record<Api, string>;
  stop(): Promise<void>;
};

/** Starts the local service with an empty database, and waits until it responds. */
export async function startService(): Promise<BenchService> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bots-bench-'));
  const { file: program, env, options } = readStartCommand();
  const measured = startMeasured(
    program,
    { ...env, DATA_DIR: dataDir, PORT: '0', CHAT_PORT: '0', LOG_LEVEL: 'SILENT' },
    options,
  );
  const file = join(dataDir, 'server.json');
  while (!existsSync(file)) {
    if (measured.child.exitCode !== null) throw new Error('The service has ended');
    await setTimeout(POLL_MS);
  }
  const server = JSON.parse(readFileSync(file, 'utf8')) as ServerFile;
  return {
    ...server,
    process: measured,
    database: JSON.parse(readFileSync(join(dataDir, 'database.json'), 'utf8')) as DatabaseFile,
    urls: { management: server.baseUrl, chat: server.chatUrl },
    async stop() {
      await measured.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** @throws Error unless the response has status 200 */
export async function callService<T>(
  service: BenchService,
  api: Api,
  { path, ...call }: HttpCall,
): Promise<T> {
  const response = await fetch(`${service.urls[api]}${path}`, call);
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${call.method} ${path}: ${response.status} ${text}`);
  return JSON.parse(text) as T;
}

export function callServiceForEach<T>(service: BenchService, api: Api, calls: HttpCall[]): Promise<T[]> {
  return mapConcurrently(calls, CONNECTIONS, (call) => callService<T>(service, api, call));
}
