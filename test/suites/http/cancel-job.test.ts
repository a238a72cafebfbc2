import { describe, expect, it } from 'vitest';
import { createJob, saveJob } from '#lib/jobs/job-store.ts';
import { runJob } from '#lib/jobs/run-job.ts';
import { v6Document } from '#test/fixtures/documents.ts';
import { importBot } from '#test/support/bot-client.ts';
import { describeApi } from '#test/support/describe-api.ts';
import { endedJob, getJob, startJob } from '#test/support/job-client.ts';
import { ODD_IDS } from '#test/support/odd-ids.ts';
import { waitingJob } from '#test/support/stored-jobs.ts';

describeApi('POST /v1/workspaces/{workspaceId}/jobs/{jobId}/cancel', (api) => {
  const cancel = (jobId: string, more: object = {}) =>
    api.request({ method: 'POST', path: `/v1/workspaces/${api.workspaceId}/jobs/${jobId}/cancel`, ...more });

  describe.runIf(api.canReachStore)('200', () => {
    it('ends a job that has not begun', async () => {
      const { id } = await createJob(waitingJob(api.workspaceId));
      expect((await cancel(id)).body).toMatchObject({
        job: { state: 'cancelled', endedAt: expect.any(String) },
      });
      await runJob({ jobId: id });
      expect(await getJob(api, id)).toMatchObject({ state: 'cancelled', startedAt: null });
    });

    it('asks a job that is running, which then stops', async () => {
      const { id } = await saveJob(await createJob(waitingJob(api.workspaceId)), { state: 'running' });
      for (let n = 0; n < 2; n++) {
        expect((await cancel(id)).body).toMatchObject({ job: { state: 'running', isCancelRequested: true } });
      }
      await runJob({ jobId: id });
      expect(await getJob(api, id)).toMatchObject({ state: 'cancelled', isCancelRequested: true });
    });

    it('leaves a job as it is that is over', async () => {
      const { id: botId } = await importBot(api, v6Document());
      const { id } = await startJob(api, { kind: 'deleteResults', botId, all: true });
      const { file: _, ...job } = await endedJob(api, id);
      expect((await cancel(id)).body).toStrictEqual({ job });
    });
  });

  describe('401', () => {
    it('without a token', async () => {
      expect((await cancel('any', { token: null })).status).toBe(401);
    });
  });

  describe.runIf(api.canReachStore)('403', () => {
    it('for a viewer', async () => {
      const { id } = await createJob(waitingJob(api.workspaceId));
      expect((await cancel(id, { token: await api.tokenFor('viewer') })).status).toBe(403);
      expect(await getJob(api, id)).toMatchObject({ state: 'waiting' });
    });
  });

  describe.runIf(api.canReachStore)('409', () => {
    it('for the erasure of a workspace that has begun, but not before', async () => {
      const task = { kind: 'eraseWorkspace' as const };
      const token = await api.tokenFor('admin');
      const waiting = await createJob(waitingJob(api.workspaceId, undefined, { task }));
      expect((await cancel(waiting.id, { token })).body).toMatchObject({ job: { state: 'cancelled' } });
      const begun = await createJob(waitingJob(api.workspaceId, undefined, { task }));
      await saveJob(begun, { state: 'running' });
      expect(await cancel(begun.id, { token })).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
      expect(await getJob(api, begun.id)).toMatchObject({ state: 'running', isCancelRequested: false });
    });
  });

  describe('404', () => {
    it.each(ODD_IDS)('for a job id %s', async (_, id) => {
      expect(await cancel(id)).toMatchObject({ status: 404, body: { message: 'Job not found' } });
    });

    it.runIf(api.canReachStore)('for a job of another workspace', async () => {
      const { id } = await createJob(waitingJob('another'));
      expect((await cancel(id)).status).toBe(404);
    });
  });
});
