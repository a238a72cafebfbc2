import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { getItem } from '#lib/platform/store/dynamodb.ts';
import { keys } from '#lib/platform/store/keys.ts';
import { changesDuring } from '#test/support/audit-trail.ts';
import { describeApi } from '#test/support/describe-api.ts';
import { createOwnWorkspace } from '#test/support/endpoints/workspaces.ts';
import { type FakeS3, startFakeS3 } from '#test/support/fake-s3.ts';

type Upload = { presignedUrl: string; formData: Record<string, string>; fileUrl: string };

const MEGABYTE = 1_024 * 1_024;
const PNG = { fileName: 'logo.png', fileType: 'image/png', fileSize: 5 };
const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';

const toRefusal = (path: string, message: RegExp) => ({
  status: 400,
  body: { code: 'BAD_REQUEST', issues: [{ path, message: expect.stringMatching(message) }] },
});

// One for all targets, because the functions keep their client.
let s3: FakeS3;
beforeAll(async () => {
  s3 = await startFakeS3();
});
afterAll(() => s3.stop());

describeApi('POST /v1/workspaces/{workspaceId}/files', (api) => {
  const ask = async (body: object, { token, workspaceId = api.workspaceId } = {} as AskOptions) =>
    await api.request({
      method: 'POST',
      path: `/v1/workspaces/${workspaceId}/files`,
      body,
      ...(token !== undefined && { token }),
    });
  const useStore = () => {
    vi.stubEnv('FILES_BUCKET', 'kept-files');
    vi.stubEnv('FILES_PUBLIC_URL', `${s3.url}/kept-files`);
  };
  afterEach(() => {
    vi.unstubAllEnvs();
  });

  describe.runIf(api.canInjectFaults)('200', () => {
    beforeEach(useStore);

    const take = async (body: object): Promise<Upload> => {
      const response = await ask(body);
      expect(response, response.text).toMatchObject({ status: 200 });
      return response.body as Upload;
    };
    const send = async ({ presignedUrl, formData }: Upload, content: string) => {
      const form = new FormData();
      for (const [name, value] of Object.entries(formData)) form.append(name, value);
      form.append('file', new File([content], 'any-name'));
      return await fetch(presignedUrl, { method: 'POST', body: form });
    };

    it('returns a form for one file, which is then public at its address, with its type', async () => {
      const upload = await take({ ...PNG, fileName: 'Unser Logo.png' });
      expect(upload.formData['Content-Type']).toBe('image/png');
      const folder = `${s3.url}/kept-files/authored/${api.workspaceId}/`;
      expect(upload.fileUrl.startsWith(folder)).toBe(true);
      expect(upload.fileUrl.slice(folder.length)).toMatch(/^[a-z0-9]{24}\/Unser-Logo\.png$/);
      expect((await fetch(upload.fileUrl)).status).toBe(403);
      expect((await send(upload, 'bytes')).status).toBe(204);
      const { headers, status } = await fetch(upload.fileUrl);
      expect([status, headers.get('content-type')]).toEqual([200, 'image/png']);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
    });

    it('takes no more bytes than were declared, and no other type or key', async () => {
      const upload = await take(PNG);
      expect((await send(upload, 'six by')).status).toBe(400);
      const sendChanged = (formData: Record<string, string>) =>
        send({ ...upload, formData: { ...upload.formData, ...formData } }, 'bytes');
      expect((await sendChanged({ 'Content-Type': 'text/html' })).status).toBe(403);
      expect((await sendChanged({ key: `authored/${api.workspaceId}/x/a.png` })).status).toBe(403);
      expect((await fetch(upload.fileUrl)).status).toBe(403);
    });

    it('stores a drawing, in which nothing runs', async () => {
      const upload = await take({ fileName: 'logo.svg', fileSize: SVG.length });
      expect((await send(upload, SVG)).status).toBe(204);
      const { headers } = await fetch(upload.fileUrl);
      expect(headers.get('content-type')).toBe('image/svg+xml');
      expect(headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none'/);
    });

    it('makes another address each time', async () => {
      const [one, other] = [await take(PNG), await take(PNG)];
      expect(one.fileUrl).not.toBe(other.fileUrl);
    });

    it('completes a name whose ending says something else', async () => {
      const { fileUrl } = await take({ ...PNG, fileName: 'avatar.html' });
      expect(fileUrl).toMatch(/\/avatar\.html\.png$/);
    });

    it('records who may upload which file', async () => {
      const { value, changes } = await changesDuring(() => take(PNG));
      const [, fileId] = new URL(value.fileUrl).pathname.split('/').slice(-3);
      expect(changes).toMatchObject([{ action: 'createFileUpload', fileId }]);
      expect(JSON.stringify(changes)).not.toContain('logo');
    });

    it("applies the operator's size limit", async () => {
      vi.stubEnv('MAX_UPLOAD_MB', '20');
      await take({ ...PNG, fileSize: 20 * MEGABYTE });
      expect(await ask({ ...PNG, fileSize: 20 * MEGABYTE + 1 })).toMatchObject(
        toRefusal('fileSize', /the limit of 20 MB/),
      );
    });
  });

  describe('400', () => {
    it.each([
      ['without a name', { ...PNG, fileName: '' }, 'fileName'],
      ['without a size', { ...PNG, fileSize: undefined }, 'fileSize'],
      ['of an empty file', { ...PNG, fileSize: 0 }, 'fileSize'],
      ['with a size that is not whole', { ...PNG, fileSize: 1.5 }, 'fileSize'],
      ['with a type that is not a text', { ...PNG, fileType: 7 }, 'fileType'],
    ])('for a request %s', async (_, body, path) => {
      expect(await ask(body)).toMatchObject({ status: 400, body: { issues: [{ path }] } });
    });

    it.each([
      ['a page', { fileName: 'page.html', fileSize: 5 }],
      ['a page that is named like a picture', { ...PNG, fileType: 'text/html' }],
      ['a script', { fileName: 'a.js', fileType: 'text/javascript', fileSize: 5 }],
      ['a file of no known type', { fileName: 'logo', fileSize: 5 }],
    ])('for %s', async (_, body) => {
      expect(await ask(body)).toMatchObject(toRefusal('fileType', /kind cannot be uploaded/));
    });

    it.runIf(api.canInjectFaults)('for more than 10 MB, unless the operator allows more', async () => {
      expect(await ask({ ...PNG, fileSize: 10 * MEGABYTE + 1 })).toMatchObject(
        toRefusal('fileSize', /the limit of 10 MB/),
      );
    });

    it.runIf(api.canInjectFaults)('if the service has no bucket', async () => {
      vi.stubEnv('FILES_BUCKET', '');
      expect(await ask(PNG)).toMatchObject({
        status: 400,
        body: { message: 'File storage is not configured for this service' },
      });
    });
  });

  describe.runIf(api.canReachStore)('403', () => {
    it('for a viewer', async () => {
      expect((await ask(PNG, { token: await api.tokenFor('viewer') })).status).toBe(403);
    });
  });

  describe.runIf(api.canReachStore)('404', () => {
    it('for a workspace of others', async () => {
      expect((await ask(PNG, { token: await api.strangerToken() })).status).toBe(404);
    });
  });

  describe.runIf(api.canInjectFaults)('429', () => {
    it("once the workspace's daily limit is used up, which respondents share", async () => {
      useStore();
      vi.stubEnv('UPLOAD_MB_PER_WORKSPACE_AND_DAY', '3');
      const { id: workspaceId, token } = await createOwnWorkspace(api);
      const askFor = (fileSize: number) => ask({ ...PNG, fileSize }, { token, workspaceId });
      expect((await askFor(2 * MEGABYTE)).status).toBe(200);
      const refused = await askFor(2 * MEGABYTE);
      expect(refused).toMatchObject({
        status: 429,
        body: { message: 'The bots of this workspace may accept at most 3 MB of files a day' },
      });
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      expect((await askFor(MEGABYTE)).status).toBe(200);
      const day = new Date().toISOString().slice(0, 10);
      const { used } = (await getItem(keys.quotaOfDay(workspaceId, day, 'UPLOAD_BYTES'))) ?? {};
      expect(used).toBe(3 * MEGABYTE);
    });
  });
});

type AskOptions = { token?: string; workspaceId?: string };
