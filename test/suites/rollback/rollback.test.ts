import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, it, onTestFinished } from 'vitest';
import { CrashWorker } from '#test/suites/crash/crash-worker.ts';
import { type ServerProcess, startServer, verifyFindings } from '#test/support/server-process.ts';
import { checkOutOlderVersion } from './older-checkout.ts';

/*
 * Rehearses a rollback on one machine: the released version runs against a table written by this version, and
 * vice versa. ROLLBACK_TO selects a commit other than the release.
 */

const WORKERS = 3;
const WRITES = 40;

let server: ServerProcess | undefined;

afterEach(async () => {
  await server?.stop();
});

it('An older version reads and changes what this one has written, and this one goes on', async (context) => {
  const older = checkOutOlderVersion();
  if (!older) return context.skip('The history of the repository is not here: there is no older version.');
  onTestFinished(older.remove);
  const dataDir = mkdtempSync(path.join(tmpdir(), 'rollback-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const workers = Array.from({ length: WORKERS }, (_, index) => new CrashWorker(index));

  server = await startServer(dataDir);
  for (const worker of workers) await worker.prepare(server);
  await write(workers, server);
  for (const root of [older.root, process.cwd()]) {
    await server.stop();
    server = undefined;
    const next: ServerProcess = await startServer(dataDir, root);
    server = next;
    await Promise.all(workers.map((worker) => worker.expectEverything(next)));
    await write(workers, next);
  }
  expect(await verifyFindings(dataDir)).toEqual([]);
  const acknowledged = workers.reduce((sum, worker) => sum + worker.acknowledged, 0);
  process.stdout.write(`  rolled back to ${older.commit.slice(0, 7)} and on again: ${acknowledged} writes\n`);
  expect(acknowledged).toBeGreaterThanOrEqual(3 * WRITES);
});

/** Lets the workers write together until they have this many more acknowledged writes. */
async function write(workers: CrashWorker[], running: ServerProcess): Promise<void> {
  const count = () => workers.reduce((sum, worker) => sum + worker.acknowledged, 0);
  const end = count() + WRITES;
  await Promise.all(workers.map((worker) => worker.writeUntilCrash(running, () => count() >= end)));
}
