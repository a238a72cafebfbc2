import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readFolders } from '#lib/bots/folders/folder-store.ts';
import { useJobStarter } from '#lib/jobs/job-starter.ts';
import { ConditionFailedError, updateItem } from '#lib/platform/store/dynamodb.ts';
import { type ApiResponse, describeApi } from './describe-api.ts';
import { ENDPOINT_CALLS, type EndpointCall } from './endpoints/fixtures.ts';
import { expectSoundTable } from './expect-sound-table.ts';
import { type FakeS3, startFakeS3 } from './fake-s3.ts';
import { findingsIn, SINGLE_FAULTS, type SingleFault, withFault } from './single-fault.ts';
import { readBotItems } from './stored-bots.ts';
import { forgetJobs } from './stored-jobs.ts';

const SLOW_MS = 300_000;

export type FaultGroup = 'bots' | 'bots in parts' | 'results' | 'everything else';

/** Tells to which of the test files that run beside each other a call belongs. */
function getGroup({ endpoint: { path }, what }: EndpointCall): FaultGroup {
  if (path.startsWith('/v1/bots/{botId}/results')) return 'results';
  if (!path.startsWith('/v1/bots')) return 'everything else';
  return what.includes('parts') ? 'bots in parts' : 'bots';
}

/**
 * Runs every call of the group's endpoints, failing each single database request in every possible way. The response
 * must be a success or a proper refusal, the table must be sound, and a retry of the same request must succeed.
 */
export function describeSingleFaults(group: FaultGroup): void {
  // Exports are written there. One for all targets, because the SDK's client of a process is made for one server.
  let s3: FakeS3;
  beforeAll(async () => {
    s3 = await startFakeS3();
  });
  afterAll(() => s3.stop());

  describeApi(`A single fault in ${group}`, (api) => {
    let faults = 0;

    beforeAll(() => {
      vi.stubEnv('FILES_BUCKET', 'kept-files');
      vi.stubEnv('FILES_PUBLIC_URL', 'https://files.example.com');
    });
    afterAll(() => {
      vi.unstubAllEnvs();
      process.stdout.write(`  ${api.target}: ${faults} single faults\n`);
    });

    const calls = ENDPOINT_CALLS.filter((call) => getGroup(call) === group).map(
      (call) => [`${call.endpoint.id}: ${call.what}`, call] as const,
    );

    describe.runIf(api.target === 'direct')('at every request to the database', () => {
      // The requests of a job that runs in the background would be counted as the call's. They have faults of their own
      // in test/lib/jobs.
      beforeAll(() => useJobStarter(async () => {}));

      it.each(calls)(
        '%s',
        async (_, call) => {
          await forgetJobs(api.workspaceId);
          const request = await call.prepare(api);
          const clean = await withFault(() => api.request(request));
          for (const fault of SINGLE_FAULTS) {
            for (const [at, struck] of clean.requests.entries()) {
              if (fault.concerns && !fault.concerns(struck)) continue;
              faults += 1;
              await forgetJobs(api.workspaceId);
              await expectRecovery(call, fault, at, struck.command);
            }
          }
        },
        SLOW_MS,
      );

      it('leaves the table consistent', () => expectSoundTable(), SLOW_MS);
    });

    async function expectRecovery(
      { endpoint, prepare, retryStatus = 200 }: EndpointCall,
      fault: SingleFault,
      at: number,
      command: string,
    ): Promise<void> {
      const request = await prepare(api);
      const hasKey = request.headers?.['Idempotency-Key'] !== undefined;
      const count = endpoint.id === 'create-folder' ? countFolders : countBots;
      const before = hasKey ? await count(api.workspaceId) : 0;
      const where = `${fault.name} (${command}, request ${at + 1})`;

      const first = await withFault(() => api.request(request), fault, at);
      const told = [first.value.text, ...first.errors].join('\n');
      if (!fault.isDeath) expect(isProper(first.value), `${where}: ${told}`).toBe(true);
      expect(await findingsIn(first.partitions), where).toStrictEqual([]);

      await endLocks(first.partitions);
      const second = await withFault(() => api.request(request));
      expect([200, retryStatus], `${where}, then: ${second.value.text}`).toContain(second.value.status);
      expect(await findingsIn(second.partitions), where).toStrictEqual([]);
      // Jobs are looked at in test/lib/jobs: of them, a key makes one too, but not a bot.
      if (hasKey && endpoint.id !== 'start-job') {
        const made = (await count(api.workspaceId)) - before;
        expect(made, `${where}: made under one key`).toBe(endpoint.id === 'publish-bot' ? 0 : 1);
      }
    }
  });
}

async function countBots(workspaceId: string): Promise<number> {
  return (await readBotItems(workspaceId)).length;
}

async function countFolders(workspaceId: string): Promise<number> {
  return (await readFolders(workspaceId)).length;
}

/** Expires the locks on idempotency keys, which last as long as the request that took them could run. */
async function endLocks(partitions: Set<string>): Promise<void> {
  for (const pk of partitions) {
    if (!pk.startsWith('IDEMPOTENCY#')) continue;
    await updateItem(
      { pk, sk: 'META' },
      {
        expression: 'SET lockedUntilMs = :past',
        values: { ':past': 0 },
        condition: 'attribute_exists(lockedUntilMs)',
      },
    ).catch((error: unknown) => {
      if (!(error instanceof ConditionFailedError)) throw error;
    });
  }
}

/** Whether the response is a success, or a refusal that says when to retry or what the conflict is. */
function isProper({ status, headers }: ApiResponse): boolean {
  // 429 if others have used up the workspace's quota for the day.
  return [429, 503].includes(status) ? headers.has('retry-after') : [200, 404, 409].includes(status);
}
