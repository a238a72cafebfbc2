import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { vi } from 'vitest';
import type { ServerFile } from '#apps/local/data-files.ts';

/** Starts the service as `npm start` does, on free ports and with these environment variables. */
export async function startService(
  dataDir: string,
  environment: NodeJS.ProcessEnv = {},
): Promise<ServerFile & { stop(): Promise<void> }> {
  const { DYNAMODB_ENDPOINT: _, ...inherited } = process.env;
  const server = spawn(process.execPath, ['apps/local/start.ts'], {
    env: { ...inherited, PORT: '0', CHAT_PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'silent', ...environment },
    stdio: 'ignore',
  });
  const file = path.join(dataDir, 'server.json');
  await vi.waitUntil(() => existsSync(file), { timeout: 30_000, interval: 100 });
  return {
    ...(JSON.parse(readFileSync(file, 'utf8')) as ServerFile),
    async stop() {
      server.kill('SIGTERM');
      await once(server, 'exit');
    },
  };
}
