import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { seededRandom } from '#test/fixtures/random.ts';
import {
  type ServerProcess,
  startServer,
  type Victim,
  verifyFindings,
} from '#test/support/server-process.ts';
import { CrashWorker, countNames } from './crash-worker.ts';

/*
 * Kills a real server while workers write to it, and reads everything back after a restart. Run by `npm run
 * suite crash`. CRASH_ROUNDS sets the number of kills. CRASH_SEED reproduces what the workers do, but not the
 * moment of the kill.
 */

const ROUNDS = Number(process.env.CRASH_ROUNDS ?? 10);
const SEED = Number(process.env.CRASH_SEED ?? Date.now() % 1_000_000);
const WORKERS = 6;

/** Number of acknowledged writes per round, however slow the machine is. */
const WRITES_PER_ROUND = { min: 20, max: 150 };
/** Maximum random delay, so that kills hit requests in any state and not only just after a response. */
const KILLED_WITHIN_MS = 40;
const MINUTE_MS = 60_000;

let server: ServerProcess | undefined;
let dataDir = '';

afterEach(async () => {
  await server?.kill('server');
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
});

describe('A killed server', () => {
  it(
    `has everything that it acknowledged, ${ROUNDS} times (CRASH_SEED=${SEED})`,
    async () => {
      dataDir = mkdtempSync(path.join(tmpdir(), 'crash-'));
      const random = seededRandom(SEED);
      const workers = Array.from(
        { length: WORKERS },
        (_, index) => new CrashWorker(SEED + index, { hasFolders: true }),
      );
      server = await startServer(dataDir);
      for (const worker of workers) await worker.prepare(server);

      for (let round = 0; round < ROUNDS; round++) {
        await crash(workers, round % 3 === 2 ? 'database' : 'server', random);
        server = await startServer(dataDir);
        const restarted = server;
        await Promise.all(workers.map((worker) => worker.expectEverything(restarted)));
        expect(await verifyFindings(dataDir)).toStrictEqual([]);
      }
      await expectEachKeyOnce(workers);

      const acknowledged = acknowledgedBy(workers);
      const unanswered = workers.reduce((sum, worker) => sum + worker.unanswered, 0);
      process.stdout.write(
        `  ${ROUNDS} kills, ${acknowledged} acknowledged writes, ${unanswered} without a response; seed ${SEED}\n`,
      );
      // With fewer writes, the test would prove nothing.
      expect(acknowledged).toBeGreaterThan(ROUNDS * WRITES_PER_ROUND.min);
      expect(unanswered).toBeGreaterThan(0);
    },
    (2 + ROUNDS) * MINUTE_MS,
  );
});

const acknowledgedBy = (workers: CrashWorker[]) =>
  workers.reduce((sum, { acknowledged }) => sum + acknowledged, 0);

async function crash(workers: CrashWorker[], victim: Victim, random: () => number): Promise<void> {
  const running = server;
  if (!running) throw new Error('No server is running');
  let isCrashed = false;
  let failure: unknown;
  const writing = workers.map((worker) =>
    worker
      .writeUntilCrash(running, () => isCrashed)
      .catch((error: unknown) => {
        failure = error;
      }),
  );
  const { min, max } = WRITES_PER_ROUND;
  const target = acknowledgedBy(workers) + min + random() * (max - min);
  while (acknowledgedBy(workers) < target && failure === undefined) await delay(5);
  await delay(random() * KILLED_WITHIN_MS);
  const killed = running.kill(victim);
  isCrashed = true;
  server = undefined;
  await killed;
  await Promise.all(writing);
  if (failure !== undefined) throw failure;
}

/** An acknowledged import exists exactly once, any other at most once. */
async function expectEachKeyOnce(workers: CrashWorker[]): Promise<void> {
  if (!server) throw new Error('No server is running');
  const counts = await countNames(server);
  for (const { keyed } of workers) {
    for (const [name, { isAcknowledged }] of keyed) {
      const times = counts.get(name) ?? 0;
      expect(isAcknowledged ? [1] : [0, 1], `Bots named ${name}`).toContain(times);
    }
  }
}
