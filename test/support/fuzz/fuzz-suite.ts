import type fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadFunction } from '#apps/local/gateway/load-function.ts';
import { createLocalGateway } from '#apps/local/gateway/local-gateway.ts';
import { createLocalJobs } from '#apps/local/local-jobs.ts';
import { startLocalServer } from '#apps/local/local-server.ts';
import { useJobStarter } from '#lib/jobs/job-starter.ts';
import { RUN_JOB } from '#lib/jobs/run-job-function.ts';
import type { Api, Endpoint } from '#lib/platform/http/contract.ts';
import type { JsonObject } from '#lib/platform/json/json-object.ts';
import { expectSoundTable } from '#test/support/expect-sound-table.ts';
import { startFakeS3 } from '#test/support/fake-s3.ts';
import { startTestDatabase } from '#test/support/test-database.ts';
import { useDocumentValues } from './document-values.ts';
import { type FuzzReport, fuzzOperation } from './fuzz-operation.ts';
import { createWorld, type World } from './world.ts';

/** Number of generated requests per operation. */
const COUNT = Number(process.env.FUZZ_REQUESTS);
const SEED = Number(process.env.FUZZ_SEED || 1);

/** A run with fewer successes would mostly test error responses. Small runs vary, so one success is enough. */
const MIN_SUCCESSES = COUNT < 500 ? 1 : 0.1 * COUNT;

/** Fuzzes each of the endpoints over HTTP, on the local server. */
export function describeFuzz(name: string, endpoints: readonly Endpoint[]): void {
  describe(`Fuzzing ${name}, ${COUNT} requests each from seed ${SEED}`, () => {
    let urls: Record<Api, string>;
    let documents: fc.Arbitrary<JsonObject>;
    let stop = async () => {};
    const reports: FuzzReport[] = [];

    beforeAll(async () => {
      const database = await startTestDatabase();
      const gateway = createLocalGateway((error) => console.error(error));
      const onFault = (error: unknown) => console.error(error);
      const jobs = createLocalJobs({ loadFunction: () => loadFunction(RUN_JOB.id), onFault });
      useJobStarter(jobs.start);
      const server = await startLocalServer({ gateway, port: 0, chatPort: 0 });
      urls = { management: server.baseUrl, chat: server.chatUrl };
      // Provides the bucket for exports.
      const s3 = await startFakeS3();
      Object.assign(process.env, {
        FILES_BUCKET: 'fuzzed-files',
        FILES_PUBLIC_URL: 'https://files.example.com/',
      });
      documents = await useDocumentValues();
      stop = async () => {
        await server.stop();
        await jobs.stop();
        await s3.stop();
        await database.stop();
      };
    });
    afterAll(async () => {
      console.log(formatTable(reports));
      await stop();
    });

    it.each(endpoints.map((endpoint) => [endpoint.id, endpoint] as const))('%s', async (_, endpoint) => {
      const world = await createWorld(documents, SEED, {
        hasIdentityProvider: endpoint.asksIdentityProvider === true,
      });
      const accessBefore = await getAccess(world, urls.management);
      const report = await fuzzOperation(endpoint, { world, urls, seed: SEED, count: COUNT });
      reports.push(report);
      expect(
        report.failures.map(({ problem, request, times }) => `${times} × ${problem}\n${request}`),
      ).toEqual([]);
      expect(await getAccess(world, urls.management)).toEqual(accessBefore);
      expect(report.statuses['2xx'] ?? 0, JSON.stringify(report.refusals, null, 2)).toBeGreaterThanOrEqual(
        MIN_SUCCESSES,
      );
    });

    it('leaves a consistent table', async () => {
      await expectSoundTable();
    });
  });
}

/** Asks the service what each of the world's tokens may do. */
async function getAccess({ tokens, foreignToken }: World, baseUrl: string): Promise<unknown[]> {
  return await Promise.all(
    [...Object.values(tokens), foreignToken].map(async (token) => {
      const response = await fetch(`${baseUrl}/v1/me`, { headers: { Authorization: `Bearer ${token}` } });
      const { token: own, workspaces } = (await response.json()) as {
        token?: Record<string, unknown>;
        workspaces?: { id: string; role: string }[];
      };
      return {
        status: response.status,
        token: { ...own, lastUsedOn: undefined },
        roles: workspaces?.map(({ id, role }) => [id, role]),
      };
    }),
  );
}

function formatTable(reports: FuzzReport[]): string {
  const lines = reports.map(
    ({ endpointId, statuses }) =>
      `${endpointId.padEnd(26)} ${['2xx', '4xx', '5xx'].map((status) => `${status} ${String(statuses[status] ?? 0).padStart(5)}`).join('  ')}`,
  );
  return ['Responses by operation', ...lines].join('\n');
}
