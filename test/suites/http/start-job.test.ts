import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { readDomain } from '#lib/bots/domains/domain-store.ts';
import { startWork } from '#lib/jobs/job-starter.ts';
import { createJob, readJob, saveJob } from '#lib/jobs/job-store.ts';
import { takeQuota } from '#lib/platform/quotas/quota-store.ts';
import { queryAll } from '#lib/platform/store/dynamodb.ts';
import { keys } from '#lib/platform/store/keys.ts';
import { countStats } from '#lib/results/analytics/stats-store.ts';
import { v6Document } from '#test/fixtures/documents.ts';
import { importBot } from '#test/support/bot-client.ts';
import { describeApi } from '#test/support/describe-api.ts';
import { putCredentialsRequest } from '#test/support/endpoints/credentials.ts';
import { freeDomain } from '#test/support/endpoints/domains.ts';
import { createFolderRequest } from '#test/support/endpoints/folders.ts';
import { type FakeS3, startFakeS3 } from '#test/support/fake-s3.ts';
import { createInvitation } from '#test/support/invitation-client.ts';
import { endedJob, sendJob, startJob } from '#test/support/job-client.ts';
import { ODD_IDS } from '#test/support/odd-ids.ts';
import { forgetIdentityProvider, signIn } from '#test/support/sign-in/sign-in-client.ts';
import { waitingJob } from '#test/support/stored-jobs.ts';
import { appendLogs } from '#test/support/stored-logs.ts';
import { secondsLater, storedResult, storedResults } from '#test/support/stored-results.ts';
import { createWorkspace, getMe } from '#test/support/token-client.ts';
import { uniqueName } from '#test/support/unique-name.ts';

// All targets share it, because the SDK's client in this process connects to a single server.
let s3: FakeS3;
beforeAll(async () => {
  s3 = await startFakeS3();
});
afterAll(() => s3.stop());

describeApi('POST /v1/workspaces/{workspaceId}/jobs', (api) => {
  const deleteAll = (botId: string) => ({ kind: 'deleteResults', botId, all: true });
  const erase = (confirm: string) => ({ kind: 'eraseWorkspace', confirm });
  const newBot = async () => (await importBot(api, v6Document())).id;
  const results = async (botId: string) => {
    const { body } = await api.request({ method: 'GET', path: `/v1/bots/${botId}/results` });
    return (body as { results: unknown[] }).results;
  };

  describe('200', () => {
    it('returns a job that is not over, or is by now', async () => {
      const botId = await newBot();
      expect(await startJob(api, deleteAll(botId))).toMatchObject({
        id: expect.any(String),
        workspaceId: api.workspaceId,
        kind: 'deleteResults',
        botId,
        isCancelRequested: false,
        error: null,
      });
    });

    it.runIf(api.canReachStore)('deletes all results of the bot, and no others', async () => {
      const [botId, otherId] = [await newBot(), await newBot()];
      await storedResults(api.workspaceId, botId, 120);
      const { id } = await storedResult(api.workspaceId, botId, { answers: 30 });
      await appendLogs(id, secondsLater(0), [{ status: 'error', description: 'x' }]);
      await storedResult(api.workspaceId, otherId);
      const job = await startJob(api, deleteAll(botId));
      expect(await endedJob(api, job.id)).toMatchObject({ state: 'done', progress: { results: 121 } });
      expect(await results(botId)).toStrictEqual([]);
      expect(await results(otherId)).toHaveLength(1);
    });

    it('returns the same job again for the same key', async () => {
      const botId = await newBot();
      const headers = { 'Idempotency-Key': uniqueName('job') };
      const [first, second] = [
        await startJob(api, deleteAll(botId), { headers }),
        await startJob(api, deleteAll(botId), { headers }),
      ];
      expect(second).toStrictEqual(first);
    });
  });

  describe.runIf(api.canReachStore)('200 for the erasure of a workspace', () => {
    it('leaves its starter a viewer, who can watch the job', async () => {
      const { workspace, token } = await createWorkspace(api);
      const path = `/v1/workspaces/${workspace.id}/jobs`;
      const response = await sendJob(api, erase(workspace.id), { path, token: token.token });
      expect(response).toMatchObject({
        status: 200,
        body: { job: { kind: 'eraseWorkspace', botId: null, progress: { results: 0 } } },
      });
      const { id } = (response.body as { job: { id: string } }).job;
      const get = { method: 'GET', path: `${path}/${id}`, token: token.token };
      expect((await api.request(get)).body).toMatchObject({ job: { state: 'running' } });
    });

    // The bundled functions have a real clock, so the job really waits.
    it.runIf(api.canInjectFaults)('erases the workspace', async () => {
      const { workspace, token } = await createWorkspace(api);
      const more = { token: token.token };
      const body = { workspaceId: workspace.id, bot: v6Document() };
      const imported = await api.request({ method: 'POST', path: '/v1/bots/import', ...more, body });
      const { id: botId } = (imported.body as { bot: { id: string } }).bot;
      const publicId = uniqueName('doomed');
      await api.request({
        method: 'PATCH',
        path: `/v1/bots/${botId}`,
        ...more,
        body: { bot: { publicId, customDomain: `${publicId}.example.com` } },
      });
      const name = freeDomain();
      const domain = { workspaceId: workspace.id, name };
      await api.request({ method: 'POST', path: '/v1/custom-domains', ...more, body: domain });
      expect(await readDomain(name)).toBeDefined();
      await createInvitation(api, {}, { id: workspace.id, ...more });
      onTestFinished(forgetIdentityProvider);
      await signIn({ ...api, workspaceId: workspace.id });
      const credentials = await putCredentialsRequest(api);
      const path = credentials.path.replace(api.workspaceId, workspace.id);
      expect((await api.request({ ...credentials, path, ...more })).status).toBe(200);
      const folder = createFolderRequest(api, { workspaceId: workspace.id });
      expect((await api.request({ ...folder, ...more })).status).toBe(200);
      await storedResult(workspace.id, botId, { answers: 2 });
      await countStats(botId, { views: 1 }, new Date());
      await takeQuota(workspace.id, 'MAILS', { amount: 1, limit: 10 });
      const task = { kind: 'eraseWorkspace' as const };
      const job = await createJob(waitingJob(workspace.id, undefined, { task, tokenId: token.id }));
      for (let isThere = true; isThere; ) {
        await startWork(job.id);
        const stored = await readJob(job.id);
        isThere = stored !== undefined;
        // Moves the time back instead of waiting.
        if (stored) await saveJob(stored, { place: { ...stored.place, notBefore: undefined } });
      }
      const gone = await api.request({ method: 'GET', path: `/v1/bots/${botId}`, ...more });
      // The gateway may still have the token cached.
      expect([401, 404]).toContain(gone.status);
      expect((await getMe(api, await api.tokenFor('admin'))).workspaces).not.toContainEqual(
        expect.objectContaining({ id: workspace.id }),
      );
      expect(await readDomain(name)).toBeUndefined();
      for (const pk of [
        keys.invitationPartition(workspace.id),
        keys.credentialsPartition(workspace.id),
        keys.personPartition(workspace.id),
        keys.folders(workspace.id).pk,
      ]) {
        expect(await queryAll({ keyCondition: 'pk = :pk', values: { ':pk': pk } })).toEqual([]);
      }
    });
  });

  // Only functions in this process can be given a bucket.
  describe.runIf(api.canInjectFaults)('200 with a bucket', () => {
    beforeAll(() => {
      vi.stubEnv('FILES_BUCKET', 'files');
    });
    afterAll(() => {
      vi.unstubAllEnvs();
    });

    const newExport = async (fields: object) => {
      const botId = await newBot();
      await storedResults(api.workspaceId, botId, 20);
      await storedResult(api.workspaceId, botId, { createdAt: secondsLater(100), isCompleted: false });
      const inAnHour = new Date(Date.now() + 3_600_000).toISOString();
      await storedResult(api.workspaceId, botId, { createdAt: inAnHour });
      const { id } = await startJob(api, { kind: 'exportResults', botId, format: 'ndjson', ...fields });
      return await endedJob(api, id);
    };

    it.each([
      ['all results until now', {}, 21],
      ['those of a period', { from: secondsLater(5), to: secondsLater(8) }, 3],
      ['those of a named period', { timeFilter: 'today', timeZone: 'Europe/Berlin' }, 0],
      ['those that are completed', { isCompleted: true }, 20],
      ['those that are not', { isCompleted: false }, 1],
      ['none of a period in the future', { from: '9999-01-01T00:00:00Z' }, 0],
    ])('exports %s', async (_, fields, count) => {
      const { state, progress, file } = await newExport(fields);
      expect([state, progress]).toStrictEqual(['done', { results: count }]);
      const lines = (await (await fetch(file?.url ?? '')).text()).trimEnd().split('\n');
      expect(lines).toHaveLength(count + 1);
      expect(JSON.parse(lines.at(-1) ?? '')).toStrictEqual({ complete: true, count });
    });

    it('exports CSV with the columns that the bot has', async () => {
      const { file } = await newExport({ format: 'csv' });
      expect(await (await fetch(file?.url ?? '')).text()).toMatch(/^Submitted at,Route,/);
    });
  });

  describe('400', () => {
    it('for the erasure of a workspace that is not confirmed with its id', async () => {
      for (const confirm of ['Bakery', 'another', ` ${api.workspaceId}`]) {
        // A remote service only provides an editor token.
        const token = api.canReachStore ? await api.tokenFor('admin') : undefined;
        const response = await sendJob(api, erase(confirm), token === undefined ? {} : { token });
        if (!api.canReachStore) expect(response.status).toBe(403);
        else
          expect(response).toMatchObject({
            status: 400,
            body: { issues: [{ path: 'confirm', message: expect.stringContaining('confirm with its id') }] },
          });
      }
    });

    it.runIf(api.canInjectFaults)('for an export without a bucket, saying so', async () => {
      const response = await sendJob(api, { kind: 'exportResults', botId: await newBot(), format: 'csv' });
      expect(response).toMatchObject({
        status: 400,
        body: { code: 'BAD_REQUEST', message: expect.stringContaining('File storage is not configured') },
      });
    });

    it.each([
      ['an export without a format', { kind: 'exportResults', botId: 'b' }],
      ['an unknown format', { kind: 'exportResults', botId: 'b', format: 'xlsx' }],
      ['an unknown time zone', { kind: 'exportResults', botId: 'b', format: 'csv', timeZone: 'Moon/Base' }],
      [
        'a window that ends first',
        { kind: 'exportResults', botId: 'b', format: 'csv', from: secondsLater(9), to: secondsLater(1) },
      ],
      ['a text for a boolean', { kind: 'exportResults', botId: 'b', format: 'csv', isCompleted: 'true' }],
    ])('for %s', async (_, body) => {
      expect(await sendJob(api, body)).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } });
    });

    it.each([
      ['no kind', { botId: 'b', all: true }],
      ['an erasure without a confirmation', { kind: 'eraseWorkspace' }],
      ['an unknown kind', { kind: 'deleteBots', botId: 'b', all: true }],
      ['no bot', { kind: 'deleteResults', all: true }],
      ['a deletion that does not say all', { kind: 'deleteResults', botId: 'b' }],
      ['an unknown field', { kind: 'deleteResults', botId: 'b', all: true, from: '2026-01-01T00:00:00Z' }],
    ])('for %s', async (_, body) => {
      expect(await sendJob(api, body)).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } });
    });
  });

  describe('401', () => {
    it('without a token', async () => {
      expect((await sendJob(api, deleteAll('b'), { token: null })).status).toBe(401);
    });
  });

  describe.runIf(api.canReachStore)('403', () => {
    it('for an editor who wants to erase the workspace', async () => {
      const response = await sendJob(api, erase(api.workspaceId), { token: await api.tokenFor('editor') });
      expect(response).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
    });

    it('for a viewer', async () => {
      const botId = await newBot();
      const response = await sendJob(api, deleteAll(botId), { token: await api.tokenFor('viewer') });
      expect(response).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
    });
  });

  describe('404', () => {
    it.each(ODD_IDS)('for a bot id %s', async (_, botId) => {
      expect(await sendJob(api, deleteAll(botId))).toMatchObject({
        status: 404,
        body: { message: 'Bot not found' },
      });
    });

    it.runIf(api.canReachStore)('for a workspace of others, and for a bot of others', async () => {
      const botId = await newBot();
      const response = await sendJob(api, deleteAll(botId), { token: await api.strangerToken() });
      expect(response).toMatchObject({ status: 404, body: { message: 'Workspace not found' } });

      const { workspace, token } = await createWorkspace(api);
      const path = `/v1/workspaces/${workspace.id}/jobs`;
      expect(await sendJob(api, deleteAll(botId), { path, token: token.token })).toMatchObject({
        status: 404,
        body: { message: 'Bot not found' },
      });
    });
  });

  describe.runIf(api.canReachStore)('429', () => {
    it('while five jobs of the workspace are unfinished, but not for jobs that were never started', async () => {
      const { workspace, token } = await createWorkspace(api);
      const { body } = await api.request({
        method: 'POST',
        path: '/v1/bots',
        token: token.token,
        body: { workspaceId: workspace.id, bot: {} },
      });
      const { id: botId } = (body as { bot: { id: string } }).bot;
      const more = { path: `/v1/workspaces/${workspace.id}/jobs`, token: token.token };
      const long = new Date(Date.now() - 600_000).toISOString();
      await createJob(waitingJob(workspace.id, botId, { createdAt: long }));
      for (let n = 0; n < 4; n++) await createJob(waitingJob(workspace.id, botId));
      expect((await sendJob(api, deleteAll(botId), more)).status).toBe(200);
      await createJob(waitingJob(workspace.id, botId));
      const response = await sendJob(api, deleteAll(botId), more);
      expect(response).toMatchObject({
        status: 429,
        body: { message: expect.stringContaining('5 unfinished') },
      });
      expect(response.headers.get('retry-after')).toBe('60');
    });
  });
});
