import { describe, expect, it } from 'vitest';
import { createJob, readJob } from '#lib/jobs/job-store.ts';
import { runJob } from '#lib/jobs/run-job.ts';
import { v6Document } from '#test/fixtures/documents.ts';
import { importBot } from '#test/support/bot-client.ts';
import { describeApi } from '#test/support/describe-api.ts';
import { getJob } from '#test/support/job-client.ts';
import { ODD_IDS } from '#test/support/odd-ids.ts';
import { waitingJob } from '#test/support/stored-jobs.ts';
import { storedResults } from '#test/support/stored-results.ts';

describeApi('GET /v1/workspaces/{workspaceId}/jobs/{jobId}', (api) => {
  const get = (jobId: string, more: object = {}) =>
    api.request({ method: 'GET', path: `/v1/workspaces/${api.workspaceId}/jobs/${jobId}`, ...more });

  describe.runIf(api.canReachStore)('200', () => {
    it('shows a viewer the progress of a job that is running', async () => {
      const { id: botId } = await importBot(api, v6Document());
      await storedResults(api.workspaceId, botId, 150);
      const { id } = await createJob(waitingJob(api.workspaceId, botId));
      expect(await getJob(api, id)).toMatchObject({ state: 'waiting', startedAt: null, endedAt: null });
      // Two questions for each result.
      let questions = 0;
      await runJob({ jobId: id }, { hasTime: () => ++questions < 260 });
      const token = await api.tokenFor('viewer');
      expect((await get(id, { token })).body).toMatchObject({
        job: { state: 'running', progress: { results: expect.any(Number) }, endedAt: null },
      });
      expect((await getJob(api, id)).progress.results).toBeGreaterThan(99);
    });

    it('shows nothing of what only the service needs', async () => {
      const { id } = await createJob(waitingJob(api.workspaceId));
      expect(Object.keys(await getJob(api, id))).not.toContain('place');
      expect(await readJob(id)).toHaveProperty('place');
    });
  });

  describe('401', () => {
    it('without a token', async () => {
      expect((await get('any', { token: null })).status).toBe(401);
    });
  });

  describe('404', () => {
    it.each(ODD_IDS)('for a job id %s', async (_, id) => {
      expect(await get(id)).toMatchObject({ status: 404, body: { message: 'Job not found' } });
    });

    it.runIf(api.canReachStore)('for a job of another workspace', async () => {
      const { id } = await createJob(waitingJob('another'));
      expect(await get(id)).toMatchObject({ status: 404, body: { message: 'Job not found' } });
      expect(await get(id, { token: await api.strangerToken() })).toMatchObject({
        status: 404,
        body: { message: 'Workspace not found' },
      });
    });
  });
});
