import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '#lib/platform/json/json-object.ts';
import { chatBot } from '#test/fixtures/chat-bots.ts';
import { publishedBot } from '#test/support/chat-client.ts';
import { type Api, type ApiResponse, describeApi } from '#test/support/describe-api.ts';
import { type FakeS3, startFakeS3 } from '#test/support/fake-s3.ts';

/*
 * Files, as Typebot's web client uploads them: it asks for a place, posts the form to the store, and sends
 * the URL. Requests and the encoding of the URL are those of version 0.10.7 of the client.
 */

type Place = { presignedUrl: string; formData: Record<string, string>; fileUrl: string };

const BUCKET = 'kept-files';

const post = (api: Api, path: string, body: unknown) =>
  api.request({ api: 'chat', method: 'POST', path, body });

async function startedAt(api: Api, blocks: JsonObject[], variables: string[] = []) {
  const { id: botId, publicId } = await publishedBot(
    api,
    chatBot([{ id: 'g', blocks }], { variables: variables.map((id) => ({ id, name: id })) }),
  );
  const { status, body } = await post(api, `/v1/typebots/${publicId}/startChat`, {
    isStreamEnabled: true,
    prefilledVariables: {},
    isOnlyRegistering: false,
  });
  const { sessionId, resultId, input } = body as {
    sessionId: string;
    resultId: string;
    input: { id: string };
  };
  expect(status).toBe(200);
  return { botId, sessionId, resultId, blockId: input.id };
}

type Started = Awaited<ReturnType<typeof startedAt>>;

/** Asks for a place as the client does. */
const askFor = (api: Api, { sessionId, blockId }: Started, file: File) =>
  post(api, '/v3/generate-upload-url', {
    fileName: file.name,
    sessionId,
    fileType: file.type,
    fileSize: file.size,
    blockId,
  });

/** Posts the form as the client does: the fields as they came, and the file last. */
async function store({ presignedUrl, formData }: Place, file: File): Promise<Response> {
  const form = new FormData();
  for (const [name, value] of Object.entries(formData)) form.append(name, value);
  form.append('file', file);
  return await fetch(presignedUrl, { method: 'POST', body: form });
}

async function uploaded(api: Api, chat: Started, file: File): Promise<string> {
  const response = await askFor(api, chat, file);
  expect(response, response.text).toMatchObject({ status: 200 });
  const place = response.body as Place;
  expect((await store(place, file)).ok).toBe(true);
  return place.fileUrl;
}

/** How the client writes a URL into the text of a file input's reply. */
function encodedByClient(url: string): string {
  const name = url.split('/').pop() ?? '';
  return url.replace(name, encodeURIComponent(name));
}

const send = (api: Api, { sessionId }: Started, message: JsonObject): Promise<ApiResponse> =>
  post(api, `/v1/sessions/${sessionId}/continueChat`, { message });

async function resultOf(api: Api, { botId, resultId }: Started) {
  const { body } = await api.request({
    method: 'GET',
    path: `/v1/typebots/${botId}/results/${resultId}`,
  });
  const { result } = body as { result: { answers: { content: string }[]; variables: JsonObject[] } };
  return result;
}

describeApi("Files from Typebot's web client", (api) => {
  it.each<[string, string, JsonObject, JsonObject]>([
    ['no session', '/v2/generate-upload-url', { fileName: 'a.png' }, { status: 400 }],
    ['an unknown session', '/v2/generate-upload-url', { sessionId: 'gone', fileName: 'a' }, { status: 404 }],
    ['no properties', '/v1/generate-upload-url', { fileType: 'image/png' }, { status: 400 }],
    ['no file name', '/v1/generate-upload-url', { filePathProps: { resultId: 'gone' } }, { status: 400 }],
    [
      'an unknown result',
      '/v1/generate-upload-url',
      { filePathProps: { resultId: 'gone', blockId: 'f', fileName: 'a' } },
      { status: 404, body: { message: 'Session not found', defined: true } },
    ],
  ])('are refused for %s, at %s', async (_, path, body, refusal) => {
    expect(await post(api, path, body)).toMatchObject(refusal);
  });

  it('are refused for a result whose chat does not wait for the block, or for a file', async () => {
    const waiting = await startedAt(api, [{ id: 'f', type: 'file input' }]);
    const asking = await startedAt(api, [{ id: 't', type: 'text input' }]);
    const ask = async ({ resultId }: Started, blockId?: string) => {
      const filePathProps = { resultId, fileName: 'a.png', ...(blockId !== undefined && { blockId }) };
      return await post(api, '/v1/generate-upload-url', { filePathProps });
    };
    expect(await ask(waiting, 'other')).toMatchObject({ status: 404 });
    expect(await ask(asking)).toMatchObject({
      status: 400,
      body: { message: 'The waiting block does not accept files' },
    });
  });

  describe.runIf(api.canInjectFaults)('with a store', () => {
    let s3: FakeS3;
    const before = { bucket: process.env.FILES_BUCKET, url: process.env.FILES_PUBLIC_URL };

    beforeAll(async () => {
      s3 = await sharedStore();
    });
    beforeEach(() => {
      process.env.FILES_BUCKET = BUCKET;
      process.env.FILES_PUBLIC_URL = `${s3.url}/${BUCKET}`;
    });
    afterAll(() => {
      restore('FILES_BUCKET', before.bucket);
      restore('FILES_PUBLIC_URL', before.url);
    });

    /** Reads what a URL in an answer leads to. */
    const stored = (url: string) =>
      s3.readFile(decodeURIComponent(url.slice(`${s3.url}/${BUCKET}/`.length)))?.toString('utf8');

    it.each([
      ['photo.jpeg', 'image/jpeg', 'photo.jpeg'],
      ['Ä, b & c.jpg', 'image/jpeg', '%C3%84-b-c.jpg'],
      ['履歴書.pdf', 'application/pdf', '%E5%B1%A5%E6%AD%B4%E6%9B%B8.pdf'],
      ['notes', '', 'notes'],
    ])('answers a file input with %s', async (name, type, there) => {
      const chat = await startedAt(
        api,
        [{ id: 'f', type: 'file input', options: { variableId: 'v' } }],
        ['v'],
      );
      const url = await uploaded(api, chat, new File([`bytes of ${name}`], name, { type }));
      const text = encodedByClient(url);
      const reply = await send(api, chat, { type: 'text', text, attachedFileUrls: [url] });
      expect(reply).toMatchObject({ status: 200, body: { messages: [] } });

      const { answers, variables } = await resultOf(api, chat);
      expect(answers).toMatchObject([{ content: text }]);
      expect(text.endsWith(`/${there}`)).toBe(true);
      expect(variables).toMatchObject([{ name: 'v', value: text }]);
      expect(stored(text)).toBe(`bytes of ${name}`);
    });

    it.each<[string, string, (started: Started, file: File) => JsonObject]>([
      [
        'v1 by session, as clients from 0.2 on',
        '/v1/generate-upload-url',
        ({ sessionId }, { name, type }) => ({ filePathProps: { sessionId, fileName: name }, fileType: type }),
      ],
      [
        'v1 by result and block, as clients before them',
        '/v1/generate-upload-url',
        ({ botId, resultId, blockId }, { name, type }) => ({
          filePathProps: { typebotId: botId, resultId, blockId, fileName: name },
          fileType: type,
        }),
      ],
      [
        'v1 by result alone',
        '/v1/generate-upload-url',
        ({ resultId }, { name }) => ({ filePathProps: { resultId, fileName: name }, fileType: null }),
      ],
      [
        'v2, as clients from 0.2.92 on',
        '/v2/generate-upload-url',
        ({ sessionId }, { name, type }) => ({ fileName: name, sessionId, fileType: type }),
      ],
    ])('answers a file input by %s', async (_, path, toBody) => {
      const chat = await startedAt(api, [{ id: 'f', type: 'file input' }]);
      const file = new File(['old bytes'], 'old.png', { type: 'image/png' });
      const response = await post(api, path, toBody(chat, file));
      expect(response, response.text).toMatchObject({ status: 200 });
      expect(Object.keys(response.body as Place).toSorted()).toEqual(['fileUrl', 'formData', 'presignedUrl']);
      const { fileUrl } = response.body as Place;
      expect((await store(response.body as Place, file)).ok).toBe(true);
      expect(stored(fileUrl)).toBe('old bytes');
      const reply = await send(api, chat, { type: 'text', text: encodedByClient(fileUrl) });
      expect(reply).toMatchObject({ status: 200 });
      expect((await resultOf(api, chat)).answers).toMatchObject([{ content: fileUrl }]);
    });

    it('takes the session from the query at v2, and the one that waits of two that share a result', async () => {
      const bot = chatBot(
        [
          {
            id: 'g',
            blocks: [
              { id: 'a', type: 'text input' },
              { id: 'f', type: 'file input' },
            ],
          },
        ],
        { settings: { general: { rememberUser: { isEnabled: true } } } },
      );
      const { publicId } = await publishedBot(api, bot);
      const start = async (body: JsonObject) =>
        (await post(api, `/v1/typebots/${publicId}/startChat`, body)).body as Started;
      const first = await start({});
      await send(api, first, { type: 'text', text: 'x' });
      const { resultId } = first;
      // Reloaded: the newer session waits at the first input, and the client goes on with the old one.
      expect(await start({ resultId })).toMatchObject({ resultId });
      const filePathProps = { resultId, blockId: 'f', fileName: 'a.png' };
      expect(await post(api, '/v1/generate-upload-url', { filePathProps })).toMatchObject({ status: 200 });
      const inQuery = await api.request({
        api: 'chat',
        method: 'POST',
        path: '/v2/generate-upload-url',
        query: { sessionId: first.sessionId },
        body: { fileName: 'a.png', fileType: 'image/png' },
      });
      expect(inQuery).toMatchObject({ status: 200, body: { fileUrl: expect.stringContaining('/a.png') } });
    });

    it('answers a file input with several files', async () => {
      const blocks = [
        {
          id: 'f',
          type: 'file input',
          options: { isMultipleAllowed: true, allowedFileTypes: { isEnabled: true, types: ['.png'] } },
        },
      ];
      const chat = await startedAt(api, blocks);
      // The client numbers files of the same name.
      const files = ['a.png', 'a(1).png'].map((name) => new File([name], name, { type: 'image/png' }));
      const urls: string[] = [];
      for (const file of files) urls.push(await uploaded(api, chat, file));
      const text = urls.map(encodedByClient).join(', ');
      const reply = await send(api, chat, { type: 'text', text, attachedFileUrls: urls });
      expect(reply).toMatchObject({ status: 200, body: { messages: [] } });
      const [answer] = (await resultOf(api, chat)).answers;
      expect(answer?.content.split(', ').map(stored)).toEqual(['a.png', 'a(1).png']);
    });

    it('attaches a file to a text', async () => {
      const attachments = { isEnabled: true, saveVariableId: 'v' };
      const chat = await startedAt(api, [{ id: 't', type: 'text input', options: { attachments } }], ['v']);
      const url = await uploaded(api, chat, new File(['bytes'], 'Ä.txt', { type: 'text/plain' }));
      const reply = await send(api, chat, { type: 'text', text: 'See here', attachedFileUrls: [url] });
      expect(reply.status).toBe(200);
      const { answers, variables } = await resultOf(api, chat);
      expect(answers).toMatchObject([{ content: 'See here' }]);
      expect(variables).toMatchObject([{ name: 'v', value: url }]);
      expect(stored(url)).toBe('bytes');
    });

    it('answers a text input with a recording', async () => {
      const audioClip = { isEnabled: true, saveVariableId: 'v' };
      const chat = await startedAt(api, [{ id: 't', type: 'text input', options: { audioClip } }], ['v']);
      const file = new File(['sound'], `rec-t-${Date.now()}.webm`, { type: 'audio/webm' });
      const url = await uploaded(api, chat, file);
      expect((await send(api, chat, { type: 'audio', url })).status).toBe(200);
      expect((await resultOf(api, chat)).variables).toMatchObject([{ name: 'v', value: url }]);
      expect(stored(url)).toBe('sound');
    });

    describe('the store refuses', () => {
      const file = new File(['12345'], 'a.png', { type: 'image/png' });
      const placed = async () => {
        const chat = await startedAt(api, [{ id: 'f', type: 'file input', options: {} }]);
        return (await askFor(api, chat, file)).body as Place;
      };

      it.each<[string, number, (place: Place) => Promise<Response>]>([
        ['a larger file than was said', 400, (place) => store(place, new File(['123456'], 'a.png'))],
        [
          'another key',
          403,
          ({ formData, ...place }) =>
            store({ ...place, formData: { ...formData, key: `${formData.key}.html` } }, file),
        ],
        [
          'another type',
          403,
          ({ formData, ...place }) =>
            store({ ...place, formData: { ...formData, 'Content-Type': 'text/html' } }, file),
        ],
        [
          'a field that the policy does not mention',
          403,
          ({ formData, ...place }) =>
            store({ ...place, formData: { ...formData, acl: 'public-read' } }, file),
        ],
        [
          'a policy with a larger limit',
          403,
          ({ formData, ...place }) =>
            store(
              { ...place, formData: { ...formData, Policy: withLargerLimit(formData.Policy ?? '') } },
              file,
            ),
        ],
      ])('%s', async (_, status, sendForm) => {
        const place = await placed();
        expect((await sendForm(place)).status).toBe(status);
        expect(stored(place.fileUrl)).toBeUndefined();
        expect((await store(place, file)).ok).toBe(true);
      });
    });

    it('says why it does not take a file, in words that the client shows', async () => {
      const options = { allowedFileTypes: { isEnabled: true, types: ['.png'] } };
      const chat = await startedAt(api, [{ id: 'f', type: 'file input', options }]);
      const file = new File(['x'], 'a.pdf', { type: 'application/pdf' });
      expect(await askFor(api, chat, file)).toMatchObject({
        status: 400,
        body: {
          defined: true,
          status: 400,
          code: 'BAD_REQUEST',
          message: 'This input does not accept files of type application/pdf',
        },
      });
    });
  });
});

let running: Promise<FakeS3> | undefined;

/** One store for all targets, because the service's client of S3 keeps its address. */
function sharedStore(): Promise<FakeS3> {
  running ??= startFakeS3();
  return running;
}

afterAll(async () => {
  await (await running)?.stop();
});

function restore(name: string, value: string | undefined): void {
  if (value === undefined) delete process.env[name];
  else process.env[name] = value;
}

function withLargerLimit(policy: string): string {
  const { conditions, ...more } = JSON.parse(Buffer.from(policy, 'base64').toString('utf8'));
  const larger = (conditions as unknown[][]).map((condition) =>
    condition[0] === 'content-length-range' ? ['content-length-range', 0, 1_000_000] : condition,
  );
  return Buffer.from(JSON.stringify({ ...more, conditions: larger })).toString('base64');
}
