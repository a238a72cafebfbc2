import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { JsonObject } from '#lib/platform/json/json-object.ts';
import { getItem } from '#lib/platform/store/dynamodb.ts';
import { keys } from '#lib/platform/store/keys.ts';
import { chatBot, contactBot } from '#test/fixtures/chat-bots.ts';
import { patchBot } from '#test/support/bot-client.ts';
import { publishedBot, reply, startedChat } from '#test/support/chat-client.ts';
import { type Api, type ApiResponse, describeApi } from '#test/support/describe-api.ts';

type UploadPlace = {
  presignedUrl: string;
  formData: Record<string, string>;
  fileType: string;
  maxFileSize: number;
  fileUrl: string;
};

const send = (api: Api, body: unknown, headers: Record<string, string> = {}) =>
  api.request({ api: 'chat', method: 'POST', path: '/v3/generate-upload-url', headers, body });

const fileBot = (options: JsonObject = {}, more: JsonObject = {}) =>
  chatBot([{ id: 'g', blocks: [{ id: 'file', type: 'file input', options }] }], more);

const refusal = (message: string | RegExp) => ({
  status: 400,
  body: { code: 'BAD_REQUEST', message: expect.stringMatching(message) },
});

const NO_PLACE = refusal('File storage is not configured for this service');

describeApi('POST /v3/generate-upload-url', (api) => {
  /** Expects that only the missing bucket prevents the upload. A deployed service may have one. */
  const expectAccepted = (response: ApiResponse) =>
    expect(response).toMatchObject(
      api.target === 'remote' && response.status === 200
        ? { body: { fileUrl: expect.any(String) } }
        : NO_PLACE,
    );
  const waitingAt = async (document: JsonObject) => {
    const { id, publicId } = await publishedBot(api, document);
    const { sessionId, resultId } = await startedChat(api, publicId);
    return { botId: id, sessionId, resultId };
  };

  describe.runIf(api.canInjectFaults)('200', () => {
    beforeEach(() => {
      vi.stubEnv('FILES_BUCKET', 'kept-files');
      vi.stubEnv('FILES_PUBLIC_URL', 'https://files.example.com/');
      vi.stubEnv('AWS_REGION', 'eu-central-1');
    });
    afterEach(() => {
      vi.unstubAllEnvs();
    });

    const placed = async (body: unknown): Promise<UploadPlace> => {
      const response = await send(api, body);
      expect(response, response.text).toMatchObject({ status: 200 });
      return response.body as UploadPlace;
    };
    const getConditions = ({ formData }: UploadPlace) =>
      JSON.parse(Buffer.from(formData.Policy ?? '', 'base64').toString('utf8')).conditions as unknown[];

    it('returns a form restricted to one key, one type and a maximum size', async () => {
      const { botId, sessionId, resultId } = await waitingAt(fileBot());
      // The upload is limited to the size in the request, because that size is what counts towards the quota.
      const place = await placed({ sessionId, fileName: 'photo.jpeg', fileType: 'image/jpeg', fileSize: 5 });
      const { key = '' } = place.formData;
      const folder = `uploads/${api.workspaceId}/${botId}/${resultId}/`;
      expect(key.startsWith(folder)).toBe(true);
      expect(key.slice(folder.length)).toMatch(/^[a-z0-9]{24}\/photo\.jpeg$/);
      expect(place).toMatchObject({
        presignedUrl: 'https://kept-files.s3.eu-central-1.amazonaws.com/',
        formData: { 'Content-Type': 'image/jpeg', bucket: 'kept-files' },
        fileType: 'image/jpeg',
        maxFileSize: 10,
        fileUrl: `https://files.example.com/${key}`,
      });
      expect(getConditions(place)).toEqual(
        expect.arrayContaining([
          { key },
          { bucket: 'kept-files' },
          { 'Content-Type': 'image/jpeg' },
          ['content-length-range', 0, 5],
        ]),
      );
    });

    it('gives each file a unique key', async () => {
      const { sessionId } = await waitingAt(fileBot());
      const one = await placed({ sessionId, fileName: 'a.png' });
      const other = await placed({ sessionId, fileName: 'a.png' });
      expect(one.fileUrl).not.toBe(other.fileUrl);
      expect(one.fileType).toBe('application/octet-stream');
    });

    it('returns a URL that the input accepts as an answer', async () => {
      const { sessionId } = await waitingAt(
        fileBot({ allowedFileTypes: { isEnabled: true, types: ['.jpg'] } }),
      );
      const { fileUrl } = await placed({ sessionId, fileName: 'Ä, b & c.jpg', fileType: 'image/jpeg' });
      expect(fileUrl).toMatch(/\/Ä-b-c\.jpg$/);
      expect(await reply(api, sessionId, fileUrl)).toStrictEqual({ messages: [] });
    });

    it('uses the waiting block, not the one named in the request', async () => {
      const { sessionId } = await waitingAt(
        chatBot([
          {
            id: 'g',
            blocks: [
              { id: 'small', type: 'file input', options: { sizeLimit: 5 } },
              { id: 'large', type: 'file input', options: {} },
            ],
          },
        ]),
      );
      const place = await placed({ sessionId, blockId: 'large', fileName: 'a.png' });
      expect(place.maxFileSize).toBe(5);
      await reply(api, sessionId, place.fileUrl);
      const next = await placed({ sessionId, blockId: 'small', fileName: 'a.png' });
      expect(next.maxFileSize).toBe(10);
    });

    it("applies the operator's size limit", async () => {
      vi.stubEnv('MAX_UPLOAD_MB', '2');
      const { sessionId } = await waitingAt(fileBot());
      const place = await placed({ sessionId, fileName: 'a.png' });
      expect(place.maxFileSize).toBe(2);
      expect(getConditions(place)).toContainEqual(['content-length-range', 0, 2 * 1_024 * 1_024]);
    });

    it.each([
      ['a private file', fileBot({ visibility: 'Private' })],
      [
        'a private attachment',
        chatBot([
          {
            id: 'g',
            blocks: [
              {
                id: 't',
                type: 'text input',
                options: { attachments: { isEnabled: true, visibility: 'Private' } },
              },
            ],
          },
        ]),
      ],
    ])('stores %s without a public URL', async (_, document) => {
      const { sessionId } = await waitingAt(document);
      const { formData, fileUrl } = await placed({ sessionId, fileName: 'a.png' });
      expect(formData.key).toMatch(/^private\//);
      expect(new URL(fileUrl).pathname).toMatch(/^\/private\//);
    });

    it('works in a preview', async () => {
      const { id } = await publishedBot(api, fileBot());
      const preview = await api.request({
        api: 'chat',
        method: 'POST',
        path: `/v1/bots/${id}/preview/startChat`,
        body: {},
      });
      expect(preview.status).toBe(200);
      const { sessionId } = preview.body as { sessionId: string };
      const { formData } = await placed({ sessionId, fileName: 'a.png' });
      expect(formData.key).toContain(`/${id}/preview/`);
    });
  });

  describe.runIf(api.canInjectFaults)('429', () => {
    beforeEach(() => {
      vi.stubEnv('FILES_BUCKET', 'kept-files');
      vi.stubEnv('FILES_PUBLIC_URL', 'https://files.example.com/');
      vi.stubEnv('AWS_REGION', 'eu-central-1');
    });
    afterEach(() => {
      vi.unstubAllEnvs();
    });

    const refusedFor = (message: string, response: ApiResponse) => {
      expect(response).toMatchObject({ status: 429, body: { code: 'TOO_MANY_REQUESTS', message } });
      const seconds = Number(response.headers.get('retry-after'));
      expect(seconds).toBeGreaterThan(0);
      expect(seconds).toBeLessThanOrEqual(24 * 60 * 60);
    };
    const usedBytes = async () => {
      const day = new Date().toISOString().slice(0, 10);
      return Number((await getItem(keys.quotaOfDay(api.workspaceId, day, 'UPLOAD_BYTES')))?.used ?? 0);
    };

    it('after fifty uploads in one session, without affecting other sessions or the chat', async () => {
      const { sessionId } = await waitingAt(fileBot());
      const file = { sessionId, fileName: 'a.png', fileSize: 1 };
      let last = await send(api, file);
      for (let uploads = 1; uploads < 50; uploads++) last = await send(api, file);
      expect(last.status).toBe(200);
      const before = await usedBytes();
      refusedFor('A session may upload at most 50 files a day', await send(api, file));
      expect(await usedBytes()).toBe(before);
      const other = await waitingAt(fileBot());
      expect((await send(api, { ...file, sessionId: other.sessionId })).status).toBe(200);
      const { fileUrl } = last.body as UploadPlace;
      expect(await reply(api, sessionId, fileUrl)).toStrictEqual({ messages: [] });
    });

    it("once the workspace's daily upload quota is used up", async () => {
      const { sessionId } = await waitingAt(fileBot());
      const megabyte = 1_024 * 1_024;
      const limitMb = Math.ceil((await usedBytes()) / megabyte) + 3;
      vi.stubEnv('UPLOAD_MB_PER_WORKSPACE_AND_DAY', String(limitMb));
      const ask = (fileSize: number) => send(api, { sessionId, fileName: 'a.png', fileSize });
      expect((await ask(2 * megabyte)).status).toBe(200);
      const message = `The bots of this workspace may accept at most ${limitMb} MB of files a day`;
      refusedFor(message, await ask(2 * megabyte));
      expect((await ask(megabyte)).status).toBe(200);
      // Without a size, the input's maximum counts towards the quota.
      refusedFor(message, await send(api, { sessionId, fileName: 'a.png' }));
    });

    it('never if the operator sets no limit', async () => {
      vi.stubEnv('UPLOAD_MB_PER_WORKSPACE_AND_DAY', '0');
      const { sessionId } = await waitingAt(fileBot());
      const before = await usedBytes();
      expect((await send(api, { sessionId, fileName: 'a.png' })).status).toBe(200);
      expect(await usedBytes()).toBe(before);
    });
  });

  describe('400', () => {
    it.each([
      ['without a name', { fileName: '' }],
      ['with a negative size', { fileName: 'a.png', fileSize: -1 }],
      ['with a type that is not a string', { fileName: 'a.png', fileType: 7 }],
    ])('for a request %s', async (_, fields) => {
      const { sessionId } = await waitingAt(fileBot());
      expect(await send(api, { sessionId, ...fields })).toMatchObject({ status: 400 });
    });

    it.runIf(api.target !== 'remote')('if the service has no bucket', async () => {
      const { sessionId } = await waitingAt(fileBot());
      expect(await send(api, { sessionId, fileName: 'a.png' })).toMatchObject(NO_PLACE);
    });

    it.each([
      ['is a text input', contactBot()],
      [
        'has attachments switched off',
        chatBot([
          {
            id: 'g',
            blocks: [{ id: 't', type: 'text input', options: { attachments: { isEnabled: false } } }],
          },
        ]),
      ],
      ['is another input', chatBot([{ id: 'g', blocks: [{ id: 'n', type: 'number input', options: {} }] }])],
    ])('if the waiting block %s', async (_, document) => {
      const { sessionId } = await waitingAt(document);
      expect(await send(api, { sessionId, blockId: 'file', fileName: 'a.png' })).toMatchObject(
        refusal('does not accept files'),
      );
    });

    it('if the chat has not started yet', async () => {
      const { publicId } = await publishedBot(api, fileBot());
      const { sessionId } = await startedChat(api, publicId, { isOnlyRegistering: true });
      expect(await send(api, { sessionId, fileName: 'a.png' })).toMatchObject(
        refusal('No block is waiting for a file'),
      );
    });

    it.each([
      [
        'a type that is not in the list',
        ['.JPG', '.png'],
        { fileName: 'a.pdf', fileType: 'application/pdf' },
      ],
      ['a name that hides the type', ['.JPG', '.png'], { fileName: 'a.png', fileType: 'text/html' }],
      ['a list of unknown types', ['application/x-nobody'], { fileName: 'a.png', fileType: 'image/png' }],
    ])('for %s', async (_, types, file) => {
      const { sessionId } = await waitingAt(fileBot({ allowedFileTypes: { isEnabled: true, types } }));
      expect(await send(api, { sessionId, ...file })).toMatchObject(refusal('does not accept files of type'));
    });

    it.each([
      ['the bot allows', { sizeLimit: 1 }, 1],
      ['the service allows', {}, 10],
      ['the service allows, whatever the bot says', { sizeLimit: 5_000 }, 10],
    ])('for more than %s', async (_, options, limitMb) => {
      const { sessionId } = await waitingAt(fileBot(options));
      const toFile = (fileSize: number) => ({ sessionId, fileName: 'a.png', fileSize });
      const limitBytes = limitMb * 1_024 * 1_024;
      expect(await send(api, toFile(limitBytes + 1))).toMatchObject(refusal(`the limit of ${limitMb} MB`));
      expectAccepted(await send(api, toFile(limitBytes)));
    });
  });

  describe('403', () => {
    it('for a page from another origin', async () => {
      const settings = { security: { allowedOrigins: ['https://shop.example'] } };
      const { sessionId } = await waitingAt(fileBot({}, { settings }));
      const file = { sessionId, fileName: 'a.png' };
      expect(await send(api, file, { origin: 'https://other.example' })).toMatchObject({ status: 403 });
      expectAccepted(await send(api, file, { origin: 'https://shop.example' }));
    });
  });

  describe('404', () => {
    it('for an unknown session', async () => {
      expect(await send(api, { sessionId: 'nope', fileName: 'a.png' })).toMatchObject({
        status: 404,
        body: { code: 'NOT_FOUND', message: 'Session not found' },
      });
    });

    it('for a conversation that has ended', async () => {
      const { sessionId } = await waitingAt(fileBot());
      await reply(api, sessionId, 'https://files.example.com/a.png');
      expect(await send(api, { sessionId, fileName: 'a.png' })).toMatchObject({ status: 404 });
    });
  });

  describe('409', () => {
    it("if a preview's draft no longer contains the block", async () => {
      const { id } = await publishedBot(api, fileBot());
      const preview = await api.request({
        api: 'chat',
        method: 'POST',
        path: `/v1/bots/${id}/preview/startChat`,
        body: {},
      });
      const { sessionId } = preview.body as { sessionId: string };
      const { groups } = contactBot();
      await patchBot(api, id, {
        groups,
        edges: [],
        events: [{ id: 'start', type: 'start', graphCoordinates: { x: 0, y: 0 } }],
      });
      expect(await send(api, { sessionId, fileName: 'a.png' })).toMatchObject({
        status: 409,
        body: { code: 'CONFLICT' },
      });
    });
  });
});
