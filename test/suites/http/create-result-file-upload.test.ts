import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { eraseFiles } from '#lib/jobs/erasure/erase-files.ts';
import { getItem } from '#lib/platform/store/dynamodb.ts';
import { keys } from '#lib/platform/store/keys.ts';
import { changesDuring } from '#test/support/audit-trail.ts';
import { describeApi } from '#test/support/describe-api.ts';
import { createBotWithResults } from '#test/support/endpoints/results.ts';
import { type FakeS3, startFakeS3 } from '#test/support/fake-s3.ts';

type Upload = { presignedUrl: string; formData: Record<string, string>; fileUrl: string };

const MEGABYTE = 1_024 * 1_024;
const FILE = {
  fileName: 'a.pdf',
  fileType: 'application/pdf',
  fileSize: 5,
  sourceUrl: 'https://old.example/a.pdf',
};

// One for all targets, because the functions keep their client.
let s3: FakeS3;
beforeAll(async () => {
  s3 = await startFakeS3();
});
afterAll(() => s3.stop());

describeApi('POST /v1/bots/{botId}/results/{resultId}/files', (api) => {
  const ask = async (path: string, body: object, token?: string) =>
    await api.request({ method: 'POST', path, body, token: token ?? (await api.tokenFor('admin')) });
  const newResult = async () => {
    const { botId, resultId } = await createBotWithResults(api, 1);
    return { botId, resultId, path: `/v1/bots/${botId}/results/${resultId}/files` };
  };
  const useStore = () => {
    vi.stubEnv('FILES_BUCKET', 'kept-files');
    vi.stubEnv('FILES_PUBLIC_URL', `${s3.url}/kept-files`);
  };
  afterEach(() => {
    vi.unstubAllEnvs();
  });

  describe.runIf(api.canInjectFaults)('200', () => {
    beforeEach(useStore);

    const take = async (path: string, body: object): Promise<Upload> => {
      const response = await ask(path, body);
      expect(response, response.text).toMatchObject({ status: 200 });
      return response.body as Upload;
    };
    const send = async ({ presignedUrl, formData }: Upload, content: string) => {
      const form = new FormData();
      for (const [name, value] of Object.entries(formData)) form.append(name, value);
      form.append('file', new File([content], 'any-name'));
      return await fetch(presignedUrl, { method: 'POST', body: form });
    };

    it('returns a form for one file, which is erased with the result', async () => {
      const { botId, resultId, path } = await newResult();
      const upload = await take(path, FILE);
      const folder = `uploads/${api.workspaceId}/${botId}/${resultId}/`;
      expect(upload.fileUrl).toMatch(new RegExp(`/kept-files/${folder}[0-9a-f]{24}/a\\.pdf$`));
      expect((await send(upload, 'six by')).status).toBe(400);
      expect((await send(upload, 'bytes')).status).toBe(204);
      expect((await fetch(upload.fileUrl)).status).toBe(200);
      await eraseFiles('kept-files', [api.workspaceId, botId, resultId], () => true);
      expect((await fetch(upload.fileUrl)).status).toBe(403);
    });

    it('makes the same address for the same source, and others for others', async () => {
      const { path } = await newResult();
      const { fileUrl } = await take(path, FILE);
      expect((await take(path, FILE)).fileUrl).toBe(fileUrl);
      expect((await take(path, { ...FILE, sourceUrl: 'https://old.example/b.pdf' })).fileUrl).not.toBe(
        fileUrl,
      );
      expect((await take((await newResult()).path, FILE)).fileUrl).not.toBe(fileUrl);
    });

    it('keeps a private file where nobody can load it', async () => {
      const { path } = await newResult();
      const { formData } = await take(path, { ...FILE, isPrivate: true });
      expect(formData.key).toMatch(/^private\//);
    });

    it('records for which result a file may be uploaded, and not where it comes from', async () => {
      const { botId, resultId, path } = await newResult();
      const { changes } = await changesDuring(() => take(path, FILE));
      expect(changes).toMatchObject([{ action: 'createResultFileUpload', botId, resultId }]);
      expect(JSON.stringify(changes)).not.toContain('old.example');
    });

    it("counts towards the workspace's daily limit", async () => {
      vi.stubEnv('UPLOAD_MB_PER_WORKSPACE_AND_DAY', '1000000');
      const day = new Date().toISOString().slice(0, 10);
      const readUsed = async () =>
        Number((await getItem(keys.quotaOfDay(api.workspaceId, day, 'UPLOAD_BYTES')))?.used ?? 0);
      const before = await readUsed();
      await take((await newResult()).path, FILE);
      expect((await readUsed()) - before).toBe(5);
      vi.stubEnv('UPLOAD_MB_PER_WORKSPACE_AND_DAY', '1');
      const large = { ...FILE, fileSize: 2 * MEGABYTE };
      expect((await ask((await newResult()).path, large)).status).toBe(429);
    });
  });

  describe.runIf(api.canReachStore)('400', () => {
    it.each([
      ['without a name', { ...FILE, fileName: '' }, 'fileName'],
      ['of an empty file', { ...FILE, fileSize: 0 }, 'fileSize'],
      ['with a type that is not a text', { ...FILE, fileType: 7 }, 'fileType'],
      ['that does not say where the file comes from', { ...FILE, sourceUrl: undefined }, 'sourceUrl'],
      ['with visibility as a text', { ...FILE, isPrivate: 'yes' }, 'isPrivate'],
    ])('for a request %s', async (_, body, path) => {
      const response = await ask('/v1/bots/b/results/r/files', body);
      expect(response).toMatchObject({ status: 400, body: { issues: [{ path }] } });
    });

    it.runIf(api.canInjectFaults)('for more than 10 MB, unless the operator allows more', async () => {
      const { path } = await newResult();
      expect(await ask(path, { ...FILE, fileSize: 10 * MEGABYTE + 1 })).toMatchObject({
        status: 400,
        body: { issues: [{ path: 'fileSize', message: expect.stringMatching(/the limit of 10 MB/) }] },
      });
    });

    it.runIf(api.canInjectFaults)('if the service has no bucket', async () => {
      vi.stubEnv('FILES_BUCKET', '');
      expect(await ask((await newResult()).path, FILE)).toMatchObject({
        status: 400,
        body: { message: 'File storage is not configured for this service' },
      });
    });
  });

  describe.runIf(api.canReachStore)('403', () => {
    it('for an editor', async () => {
      expect((await ask((await newResult()).path, FILE, await api.tokenFor('editor'))).status).toBe(403);
    });
  });

  describe.runIf(api.canReachStore)('404', () => {
    it('for a result of others, of another bot, or that is erased', async () => {
      const { path, botId } = await newResult();
      expect((await ask(path, FILE, await api.strangerToken())).status).toBe(404);
      const other = await newResult();
      expect((await ask(`/v1/bots/${botId}/results/${other.resultId}/files`, FILE)).status).toBe(404);
      await api.request({
        method: 'DELETE',
        path: `/v1/bots/${botId}/results/${path.split('/').at(-2)}`,
        token: await api.tokenFor('admin'),
      });
      expect((await ask(path, FILE)).status).toBe(404);
    });
  });
});
