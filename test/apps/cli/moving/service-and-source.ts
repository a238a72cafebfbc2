import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Client, createClient } from '#apps/client/client.ts';
import {
  recordedContent,
  SOURCE_TOKEN,
  type SourceApiServer,
  startSourceApi,
} from '#test/support/source-api.ts';
import { startService } from '../local-service.ts';

export type ServiceAndSource = {
  /** The service's data, and files of the test. */
  folder: string;
  service: Awaited<ReturnType<typeof startService>>;
  client: Client;
  source: SourceApiServer;
  /** Environment of a command line that uses both. */
  env: NodeJS.ProcessEnv;
  stop(): Promise<void>;
};

/** Starts a service and a source. Tests cannot share them, because a bot that was moved is found again. */
export async function startServiceAndSource(): Promise<ServiceAndSource> {
  const folder = mkdtempSync(path.join(tmpdir(), 'bots-moving-'));
  const service = await startService(folder);
  const source = await startSourceApi(recordedContent());
  return {
    folder,
    service,
    client: createClient(service),
    source,
    env: { DATA_DIR: folder, HOME: folder, SOURCE_TOKEN },
    async stop() {
      await source.stop();
      await service.stop();
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
