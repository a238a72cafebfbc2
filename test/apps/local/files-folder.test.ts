import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { FilesFolder, isKey } from '#apps/local/files/files-folder.ts';
import { createFileServer } from '#apps/local/files/serve-files.ts';
import { type LocalServer, startLocalServer } from '#apps/local/local-server.ts';
import { filePort } from '#lib/chat/adapters/s3-file-port.ts';
import { FILES_CONTENT_POLICY } from '#lib/chat/adapters/served-files.ts';
import { uploadForm } from '#lib/chat/adapters/upload-form.ts';
import { eraseFiles } from '#lib/jobs/erasure/erase-files.ts';
import { signExportLink } from '#lib/jobs/export-link.ts';
import {
  abortUpload,
  completeUpload,
  findFileSize,
  listParts,
  MIN_PART_BYTES,
  startUpload,
  UploadGoneError,
  uploadPart,
} from '#lib/jobs/export-upload.ts';
import { fakeGateway } from './fake-api.ts';

/* The service's own code, which calls S3 with AWS's SDK, on the folder of a local server. */

const BUCKET = 'files';
const KEY = 'uploads/w1/b1/r1/random/cv.pdf';

let dataDir: string;
let folder: FilesFolder;
let server: LocalServer;
let base: string;

beforeAll(async () => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'files-'));
  folder = new FilesFolder(dataDir);
  vi.stubEnv('AWS_REGION', 'us-east-1');
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'local');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'right');
  server = await startLocalServer({
    gateway: fakeGateway(),
    port: 0,
    chatPort: 0,
    serveFiles: createFileServer(folder, async () => 'right'),
  });
  base = `${server.chatUrl}/_uploads/${BUCKET}`;
  vi.stubEnv('AWS_ENDPOINT_URL_S3', `${server.chatUrl}/_uploads`);
  vi.stubEnv('FILES_BUCKET', BUCKET);
  vi.stubEnv('FILES_PUBLIC_URL', base);
});

afterAll(async () => {
  await server.stop();
  vi.unstubAllEnvs();
  rmSync(dataDir, { recursive: true, force: true });
});

afterEach(() => {
  vi.useRealTimers();
});

const formFor = (key = KEY, maxBytes = 20) =>
  uploadForm({ bucket: BUCKET, key, mediaType: 'application/pdf', maxBytes });

async function post(
  { url, fields }: Awaited<ReturnType<typeof formFor>>,
  content = 'content',
  changed: Record<string, string> = {},
): Promise<Response> {
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...fields, ...changed })) form.append(name, value);
  form.append('file', new File([content], 'cv.pdf'));
  return await fetch(url, { method: 'POST', body: form });
}

const codeOf = async (response: Response) => [
  response.status,
  /<Code>(.*)<\/Code>/.exec(await response.text())?.[1],
];

describe('a presigned form', () => {
  it('stores the file under its key, from a page of any origin', async () => {
    const form = await formFor();
    expect(form.url).toBe(base);
    const response = await post(form);
    expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([204, '*']);
    expect(await (await fetch(`${base}/${KEY}`)).text()).toBe('content');
  });

  it.each([['uploads/w1/b1/r1/random/履歴書.pdf'], [`uploads/w1/b1/r1/random/${'履'.repeat(100)}.pdf`]])(
    'stores %s',
    async (key) => {
      expect((await post(await formFor(key))).status).toBe(204);
      expect((await fetch(`${base}/${key}`)).status).toBe(200);
      expect((await fetch(`${base}/${key.split('/').map(encodeURIComponent).join('/')}`)).status).toBe(200);
    },
  );

  it('may be posted by a page of another origin that watches its progress, and nothing else may', async () => {
    const ask = async (method: string) =>
      await fetch(base, {
        method: 'OPTIONS',
        headers: { origin: 'https://console.example.com', 'access-control-request-method': method },
      });
    const { status, headers } = await ask('POST');
    expect([status, headers.get('access-control-allow-origin')]).toEqual([200, '*']);
    expect(headers.get('access-control-allow-methods')).toBe('POST');
    for (const method of ['PUT', 'DELETE']) {
      expect(await codeOf(await ask(method))).toEqual([403, 'AccessForbidden']);
    }
  });

  it('takes at most its size', async () => {
    expect((await post(await formFor(), 'x'.repeat(20))).status).toBe(204);
    expect(await codeOf(await post(await formFor(), 'x'.repeat(21)))).toEqual([400, 'EntityTooLarge']);
    const huge = 'x'.repeat(11 * 1_024 * 1_024);
    expect(await codeOf(await post(await formFor(KEY, huge.length), huge))).toEqual([400, 'EntityTooLarge']);
  });

  it.each([
    ['another key', { key: 'uploads/w2/b1/r1/random/cv.pdf' }, 'AccessDenied'],
    ['another type', { 'Content-Type': 'text/html' }, 'AccessDenied'],
    ['a field of its own', { acl: 'public-read' }, 'AccessDenied'],
    ['another signature', { 'X-Amz-Signature': 'f'.repeat(64) }, 'SignatureDoesNotMatch'],
    ['another credential', { 'X-Amz-Credential': 'local' }, 'SignatureDoesNotMatch'],
    [
      'another policy',
      { Policy: Buffer.from('{"conditions":[]}').toString('base64') },
      'SignatureDoesNotMatch',
    ],
  ])('is refused with %s', async (_, changed, code) => {
    expect(await codeOf(await post(await formFor(), 'content', changed))).toEqual([403, code]);
  });

  it('is refused after ten minutes', async () => {
    const form = await formFor();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 601_000 });
    expect(await codeOf(await post(form))).toEqual([403, 'AccessDenied']);
  });

  it('is refused without a file', async () => {
    const response = await fetch(base, {
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=b' },
      body: '--b--\r\n',
    });
    expect(await codeOf(response)).toEqual([400, 'MalformedPOSTRequest']);
  });

  it('leaves the folder with no key', async () => {
    for (const key of [
      'uploads/../../x',
      'other/x',
      'uploads//x',
      'uploads/.hidden',
      '.uploads/x',
      'uploads/',
    ]) {
      expect([key, isKey(key)]).toEqual([key, false]);
    }
    expect(await codeOf(await post(await formFor('uploads/../../outside.pdf')))).toEqual([
      400,
      'InvalidArgument',
    ]);
    expect(readdirSync(path.dirname(dataDir))).not.toContain('outside.pdf');
  });
});

describe('a public file', () => {
  it('is served as a deployment serves it, and runs nothing', async () => {
    await folder.put(
      'uploads/w1/b1/r1/random/page.html',
      'text/html',
      Buffer.from('<script>alert(1)</script>'),
    );
    const { status, headers } = await fetch(`${base}/uploads/w1/b1/r1/random/page.html`);
    expect(status).toBe(200);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'text/html',
      'content-disposition': 'attachment',
      'content-security-policy': FILES_CONTENT_POLICY,
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    });
  });

  it.each([
    ['image/png', 'inline'],
    ['audio/mpeg', 'inline'],
    ['image/svg+xml', 'attachment'],
    ['text/javascript', 'attachment'],
  ])('of type %s is served %s', async (mediaType, disposition) => {
    await folder.put('uploads/w1/b1/r1/random/file', mediaType, Buffer.from('x'));
    const { headers } = await fetch(`${base}/uploads/w1/b1/r1/random/file`, { method: 'HEAD' });
    expect(headers.get('content-disposition')).toBe(disposition);
  });

  it('is served in parts', async () => {
    await folder.put('uploads/w1/b1/r1/random/film.mp4', 'video/mp4', Buffer.from('0123456789'));
    const read = async (range: string) => {
      const response = await fetch(`${base}/uploads/w1/b1/r1/random/film.mp4`, { headers: { range } });
      return [response.status, response.headers.get('content-range'), await response.text()];
    };
    expect(await read('bytes=2-4')).toEqual([206, 'bytes 2-4/10', '234']);
    expect(await read('bytes=8-')).toEqual([206, 'bytes 8-9/10', '89']);
    expect(await read('bytes=-3')).toEqual([206, 'bytes 7-9/10', '789']);
    expect((await read('bytes=10-'))[0]).toBe(416);
    expect((await read('bytes=0-1,4-5'))[0]).toBe(200);
  });

  it('is generated by a block', async () => {
    const url = await filePort()?.put({
      name: 'speech.mp3',
      mediaType: 'audio/mpeg',
      bytes: Buffer.from('sound'),
    });
    expect(url).toBe(`${base}/generated/speech.mp3`);
    const response = await fetch(url ?? '');
    expect([response.headers.get('content-type'), await response.text()]).toEqual(['audio/mpeg', 'sound']);
    expect(response.headers.get('cache-control')).toContain('immutable');
  });

  it.each([
    ['a missing file', 'uploads/w1/b1/r1/random/none.pdf', [403, 'AccessDenied']],
    ['a private file', 'private/w1/b1/r1/random/cv.pdf', [403, 'AccessDenied']],
    ['an export', 'exports/w1/job.csv', [403, 'AccessDenied']],
    ['the bucket', '', [403, 'AccessDenied']],
    ["the store's own files", '.about/uploads/w1/b1/r1/random/cv.pdf.json', [404, 'NoSuchKey']],
    ['a file outside', 'uploads/%2e%2e/%2e%2e/etc/passwd', [404, 'NoSuchBucket']],
    ['an encoded slash', 'uploads/w1%2fx', [404, 'NoSuchKey']],
    ['a path that is not encoded right', 'uploads/%E0%A4', [404, 'NoSuchKey']],
  ])('is not %s', async (_, key, refused) => {
    await folder.put('private/w1/b1/r1/random/cv.pdf', 'application/pdf', Buffer.from('secret'));
    await folder.put('exports/w1/job.csv', 'text/csv', Buffer.from('secret'));
    expect(await codeOf(await rawGet(`${base}/${key}`))).toEqual(refused);
  });

  it('is in the one bucket that there is', async () => {
    expect(await codeOf(await fetch(`${server.chatUrl}/_uploads/other/${KEY}`))).toEqual([
      404,
      'NoSuchBucket',
    ]);
    expect((await fetch(`${server.baseUrl}/_uploads/${BUCKET}/${KEY}`)).status).toBe(404);
  });
});

/** Without the normalisation of `fetch`, which resolves `%2e%2e`. */
async function rawGet(address: string): Promise<Response> {
  const { hostname, port } = new URL(address);
  const target = address.slice(address.indexOf('/', 'http://'.length));
  return await new Promise((resolve, reject) => {
    request({ hostname, port, path: target }, async (response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of response) chunks.push(chunk as Buffer);
      resolve(new Response(Buffer.concat(chunks), { status: response.statusCode ?? 0 }));
    })
      .on('error', reject)
      .end();
  });
}

describe('an export', () => {
  const file = { bucket: BUCKET, key: 'exports/w1/j1.csv' };

  it('is uploaded in parts, and downloaded from a presigned address only', async () => {
    const uploadId = await startUpload(file, 'text/csv');
    const upload = { ...file, uploadId };
    await uploadPart(upload, 2, Buffer.from('end'));
    await uploadPart(upload, 1, Buffer.from('replaced'));
    await uploadPart(upload, 1, Buffer.alloc(MIN_PART_BYTES, 'a'));
    expect(await findFileSize(file)).toBeUndefined();
    const parts = await listParts(upload);
    expect(parts.map(({ PartNumber }) => PartNumber)).toEqual([1, 2]);
    await completeUpload(upload, parts);
    expect(await findFileSize(file)).toBe(MIN_PART_BYTES + 3);
    await expect(listParts(upload)).rejects.toThrow(UploadGoneError);

    const link = await signExportLink(file, 'results.csv');
    const response = await fetch(link);
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="results.csv"');
    expect((await response.text()).endsWith('aend')).toBe(true);
    for (const other of [
      link.replace('j1.csv', 'j2.csv'),
      link.replace(/.$/, 'x'),
      link.split('?')[0] ?? '',
    ]) {
      expect((await fetch(other)).status).toBe(403);
    }
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 16 * 60_000 });
    expect((await fetch(link)).status).toBe(403);
  });

  it('is refused if a part is missing or too small, and forgotten once it is aborted', async () => {
    const upload = { ...file, uploadId: await startUpload(file, 'text/csv') };
    for (const number of [1, 2]) await uploadPart(upload, number, Buffer.from('small'));
    const parts = await listParts(upload);
    await expect(completeUpload(upload, parts)).rejects.toThrow('EntityTooSmall');
    await expect(completeUpload(upload, [{ PartNumber: 3, ETag: '"x"' }])).rejects.toThrow('InvalidPart');
    await abortUpload(upload);
    await expect(uploadPart(upload, 1, Buffer.from('x'))).rejects.toThrow(UploadGoneError);
    await expect(uploadPart({ ...upload, uploadId: '../../x' }, 1, Buffer.from('x'))).rejects.toThrow(
      UploadGoneError,
    );
  });

  it('is removed after a week, and an unfinished one after a day', async () => {
    const day = 24 * 60 * 60 * 1_000;
    const later = new FilesFolder(path.join(dataDir, 'later'));
    await later.put('exports/w1/old.csv', 'text/csv', Buffer.from('x'));
    await later.put('uploads/w1/old.pdf', 'text/plain', Buffer.from('x'));
    const uploadId = await later.startUpload('exports/w1/half.csv', 'text/csv');
    await later.removeExpired(Date.now() + 2 * day);
    expect(await later.hasUpload(uploadId, 'exports/w1/half.csv')).toBe(false);
    expect(await later.find('exports/w1/old.csv')).toBeDefined();
    await later.removeExpired(Date.now() + 8 * day);
    expect(await later.find('exports/w1/old.csv')).toBeUndefined();
    expect(await later.find('uploads/w1/old.pdf')).toBeDefined();
  });
});

describe('erasure', () => {
  it('removes the files of a result, and no others', async () => {
    const keys = ['uploads/w9/b1/r1/a/cv.pdf', 'private/w9/b1/r1/b/cv.pdf', 'uploads/w9/b1/r2/c/cv.pdf'];
    for (const key of keys) await folder.put(key, 'application/pdf', Buffer.from('x'));
    expect(await eraseFiles(BUCKET, ['w9', 'b1', 'r1'], () => true)).toBe(true);
    const left = await Promise.all(keys.map(async (key) => (await folder.find(key)) !== undefined));
    expect(left).toEqual([false, false, true]);
  });

  const namesIn = (root: string) => readdirSync(root, { recursive: true }).map(String);

  it('leaves no folder that is named for what was erased', async () => {
    const keys = ['uploads/w8/b1/r1/a/cv.pdf', 'private/w8/b1/r1/b/cv.pdf', 'exports/w8/j1.csv'];
    for (const key of [...keys, 'exports/w7/j2.csv']) await folder.put(key, 'text/csv', Buffer.from('x'));
    expect(await eraseFiles(BUCKET, ['w8'], () => true)).toBe(true);
    expect(namesIn(dataDir).filter((name) => name.includes('w8'))).toEqual([]);
    expect(await folder.find('exports/w7/j2.csv')).toBeDefined();
  });

  it('leaves none when an export expires, and clears those that earlier versions left', async () => {
    const root = path.join(dataDir, 'expired');
    const expired = new FilesFolder(root);
    await expired.put('exports/w6/old.csv', 'text/csv', Buffer.from('x'));
    await expired.put('uploads/w6/b1/kept.pdf', 'text/plain', Buffer.from('x'));
    for (const left of ['exports/w5', '.about/exports/w5', 'uploads/w5/b1/r1', '.about/private/w5/b1']) {
      mkdirSync(path.join(root, left), { recursive: true });
    }
    await expired.removeExpired(Date.now() + 8 * 24 * 60 * 60 * 1_000);
    const names = namesIn(root).filter((name) => /w\d/.test(name));
    expect(names.filter((name) => !/^(\.about\/)?uploads\/w6/.test(name))).toEqual([]);
    expect(await expired.find('uploads/w6/b1/kept.pdf')).toBeDefined();
  });

  it('fails no upload whose folder it removes at the same time', async () => {
    const root = path.join(dataDir, 'busy');
    const busy = new FilesFolder(root);
    const rounds = Array.from({ length: 300 }, async (_, round) => {
      const key = `uploads/w4/b1/r1/${round}/cv.pdf`;
      await busy.put(key, 'text/plain', Buffer.from('x'));
      expect(await busy.find(key)).toBeDefined();
      await busy.remove(key);
    });
    await Promise.all(rounds);
    expect(namesIn(root).filter((name) => name.includes('w4'))).toEqual([]);
  });
});

describe('a request that is not signed right', () => {
  it.each([
    ['PUT', KEY],
    ['DELETE', KEY],
    ['POST', '?delete'],
    ['GET', '?list-type=2&prefix=uploads/'],
  ])('%s %s is refused', async (method, target) => {
    const address = target.startsWith('?') ? `${base}${target}` : `${base}/${target}`;
    expect(await codeOf(await fetch(address, { method }))).toEqual([403, 'AccessDenied']);
    const headers = {
      authorization: `AWS4-HMAC-SHA256 Credential=local/20260101/us-east-1/s3/aws4_request, SignedHeaders=host, Signature=${'0'.repeat(64)}`,
      'x-amz-date': new Date().toISOString().replace(/[-:]|\.\d+/g, ''),
      'x-amz-content-sha256': 'UNSIGNED-PAYLOAD',
    };
    expect(await codeOf(await fetch(address, { method, headers }))).toEqual([403, 'AccessDenied']);
  });
});
