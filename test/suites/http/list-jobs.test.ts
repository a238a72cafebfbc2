import { describe, expect, it } from 'vitest';
import { createJob } from '#lib/jobs/job-store.ts';
import { describeApi } from '#test/support/describe-api.ts';
import { waitingJob } from '#test/support/stored-jobs.ts';
import { createWorkspace } from '#test/support/token-client.ts';

describeApi('GET /v1/workspaces/{workspaceId}/jobs', (api) => {
  const list = (more: object = {}, workspaceId = api.workspaceId) =>
    api.request({ method: 'GET', path: `/v1/workspaces/${workspaceId}/jobs`, ...more });

  describe.runIf(api.canReachStore)('200', () => {
    it('lists the jobs of the workspace, newest first, in pages', async () => {
      const { workspace, token } = await createWorkspace(api);
      const ids: string[] = [];
      for (let n = 0; n < 5; n++) {
        const createdAt = new Date(Date.now() - n * 1_000).toISOString();
        ids.push((await createJob(waitingJob(workspace.id, undefined, { createdAt }))).id);
      }
      await createJob(waitingJob(api.workspaceId));
      const seen: string[] = [];
      for (let cursor: string | undefined = ''; cursor !== undefined; ) {
        const query: Record<string, string> = { limit: '2', ...(cursor !== '' && { cursor }) };
        const response = await list({ token: token.token, query }, workspace.id);
        expect(response.status, response.text).toBe(200);
        const page = response.body as { jobs: { id: string }[]; nextCursor?: string };
        seen.push(...page.jobs.map(({ id }) => id));
        cursor = page.nextCursor;
      }
      expect(seen).toStrictEqual(ids);
    });

    it('lists them for a viewer', async () => {
      expect((await list({ token: await api.tokenFor('viewer') })).status).toBe(200);
    });
  });

  describe('400', () => {
    it.each([
      ['a cursor of nothing', { cursor: 'x' }],
      ['a limit of 0', { limit: '0' }],
    ])('for %s', async (_, query) => {
      expect(await list({ query })).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } });
    });
  });

  describe('401', () => {
    it('without a token', async () => {
      expect((await list({ token: null })).status).toBe(401);
    });
  });

  describe('404', () => {
    it.runIf(api.canReachStore)('for a workspace of others', async () => {
      expect(await list({ token: await api.strangerToken() })).toMatchObject({
        status: 404,
        body: { message: 'Workspace not found' },
      });
    });
  });
});
