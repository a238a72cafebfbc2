import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Client, createClient } from '#apps/client/client.ts';
import { type LocalService, startLocalService } from '#apps/local/local-service.ts';
import type { Seed } from '#apps/local/seed.ts';

/** A local service with a workspace and a sample bot, in a folder of its own. */
export type SeededService = {
  service: LocalService;
  seeded: Seed;
  client: Client;
  /** Stops the service and deletes its folder. */
  stop(): Promise<void>;
};

export async function startSeededService(): Promise<SeededService> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'seeded-service-'));
  const fail = (error: unknown) => void process.stderr.write(`${String(error)}\n`);
  const service = await startLocalService({
    port: 0,
    chatPort: 0,
    dataDir,
    log: () => {},
    onFault: fail,
    onCrash: fail,
  });
  const { seed } = await import('#apps/local/seed.ts');
  const seeded = await seed({ dataDir });
  const { baseUrl, chatUrl } = service;
  return {
    service,
    seeded,
    client: createClient({ baseUrl, chatUrl, token: seeded.token }),
    async stop() {
      await service.stop();
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
