import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { FilesFolder } from '#apps/local/files/files-folder.ts';
import { createFileServer } from '#apps/local/files/serve-files.ts';
import { uploadForm } from '#lib/chat/adapters/upload-form.ts';
import { countBufferedBytes } from './buffered-bytes.ts';

/* Uploads that never end. What is refused is refused before its body is kept, and what is taken goes to disk. */

const UPLOADS = 12;
const SENT = 8 * 1_024 * 1_024;
const ANNOUNCED = 60 * 1_024 * 1_024;
/** A few chunks for each upload, which are on their way to disk. */
const MAX_BUFFERED = UPLOADS * 1_024 * 1_024;
const CHUNK = Buffer.alloc(64 * 1_024, 'x');

let dataDir: string;
let server: Server;
let port: number;
const accepted = new Set<Socket>();
const clients: Socket[] = [];

beforeAll(async () => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'uploads-'));
  vi.stubEnv('AWS_REGION', 'us-east-1');
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'local');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'right');
  const serve = createFileServer(new FilesFolder(dataDir), async () => 'right');
  server = createServer((request, response) => void serve(request, response)).listen(0, '127.0.0.1');
  server.on('connection', (socket) => accepted.add(socket));
  await once(server, 'listening');
  ({ port } = server.address() as AddressInfo);
  vi.stubEnv('AWS_ENDPOINT_URL_S3', `http://127.0.0.1:${port}/_uploads`);
});

/** A busy machine takes its time. */
const waitUntil = (check: () => void | Promise<void>) => vi.waitFor(check, { timeout: 20_000 });

afterEach(async () => {
  for (const socket of clients.splice(0)) socket.destroy();
  // Bodies count until their connections close.
  await waitUntil(() => expect([...accepted].every(({ closed }) => closed)).toBe(true));
  accepted.clear();
});

afterAll(() => {
  server.close();
  vi.unstubAllEnvs();
  rmSync(dataDir, { recursive: true, force: true });
});

type Upload = { method: string; target: string; headers: string[]; beginning?: string };

/** Sends a request up to the middle of its body. */
async function sendHalf({ method, target, headers, beginning = '' }: Upload): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  clients.push(socket);
  await once(socket, 'connect');
  const lines = [
    `${method} ${target} HTTP/1.1`,
    'Host: localhost',
    `Content-Length: ${ANNOUNCED}`,
    ...headers,
  ];
  socket.write(`${lines.join('\r\n')}\r\n\r\n${beginning}`);
  for (let sent = 0; sent < SENT; sent += CHUNK.length) {
    if (!socket.write(CHUNK)) await once(socket, 'drain');
  }
  return socket;
}

/** Sends many such requests at once, and expects the server to keep next to nothing of them in memory. */
async function expectNothingKept(upload: Upload): Promise<void> {
  const before = countBufferedBytes();
  await Promise.all(Array.from({ length: UPLOADS }, () => sendHalf(upload)));
  await waitUntil(() => {
    const received = [...accepted].reduce((sum, { bytesRead }) => sum + bytesRead, 0);
    expect(received).toBeGreaterThanOrEqual(UPLOADS * SENT);
  });
  // A chunk that was just read may not be free yet.
  await waitUntil(() => expect(countBufferedBytes() - before).toBeLessThan(MAX_BUFFERED));
}

const BOUNDARY = 'Content-Type: multipart/form-data; boundary=b';
const FILE = '--b\r\nContent-Disposition: form-data; name="file"; filename="cv.pdf"\r\n\r\n';

function createForm(fields: Record<string, string>): Upload {
  const parts = Object.entries(fields).map(
    ([name, value]) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  return {
    method: 'POST',
    target: '/_uploads/files',
    headers: [BOUNDARY],
    beginning: `${parts.join('')}${FILE}`,
  };
}

const signedForm = async (maxBytes: number) =>
  createForm(
    (
      await uploadForm({
        bucket: 'files',
        key: 'uploads/w1/b1/r1/x/cv.pdf',
        mediaType: 'application/pdf',
        maxBytes,
      })
    ).fields,
  );

describe('many unfinished uploads', () => {
  it.each<[string, Upload]>([
    ['without a signature', { method: 'PUT', target: '/_uploads/files/uploads/w1/x', headers: [] }],
    [
      'with a wrong signature',
      {
        method: 'PUT',
        target: '/_uploads/files/uploads/w1/x',
        headers: [
          `Authorization: AWS4-HMAC-SHA256 Credential=local/20260101/us-east-1/s3/aws4_request, SignedHeaders=host, Signature=${'0'.repeat(64)}`,
          `X-Amz-Date: ${new Date().toISOString().replace(/[-:]|\.\d+/g, '')}`,
          'X-Amz-Content-Sha256: UNSIGNED-PAYLOAD',
        ],
      },
    ],
    ['into another bucket', { method: 'PUT', target: '/_uploads/other/x', headers: [] }],
    ['with a body beside a read', { method: 'GET', target: '/_uploads/files/uploads/w1/x', headers: [] }],
    ['of unsigned forms', createForm({ key: 'uploads/w1/x' })],
    [
      'of forms with another signature',
      createForm({ policy: 'e30=', 'x-amz-credential': 'a/b/c/d/e', 'x-amz-signature': 'x' }),
    ],
    [
      'of forms whose first field never ends',
      {
        ...createForm({}),
        beginning: '--b\r\nContent-Disposition: form-data; name="key"\r\n\r\n',
      },
    ],
    [
      'of forms whose headers never end',
      { ...createForm({}), beginning: '--b\r\nContent-Disposition: form-data; name="' },
    ],
    ['of forms whose first part never begins', { ...createForm({}), beginning: '' }],
  ])('%s keep nothing in memory', async (_, upload) => {
    await expectNothingKept(upload);
  });

  it('of signed forms are on disk, and gone once their clients are', async () => {
    await expectNothingKept(await signedForm(ANNOUNCED));
    const drafts = () => readdirSync(path.join(dataDir, '.drafts'));
    expect(drafts()).toHaveLength(UPLOADS);
    for (const socket of clients) socket.destroy();
    await waitUntil(() => expect(drafts()).toEqual([]));
    expect(readdirSync(dataDir)).toEqual(['.drafts']);
  });
});

/** Reads an error, up to the end of its XML. */
async function readResponse(socket: Socket): Promise<string> {
  let text = '';
  for await (const chunk of socket) {
    text += String(chunk);
    if (text.includes('</Error>')) break;
  }
  return text;
}

it('a signed file that is too large is refused where it passes its size, and nothing of it stays', async () => {
  const form = await signedForm(1_024);
  const socket = await sendHalf(form);
  let left = ANNOUNCED - SENT - Buffer.byteLength(form.beginning ?? '');
  while (left > 0) {
    const chunk = CHUNK.subarray(0, left);
    left -= chunk.length;
    if (!socket.write(chunk)) await once(socket, 'drain');
  }
  const response = await readResponse(socket);
  expect(response).toMatch(/^HTTP\/1\.1 400 [\s\S]*<Code>EntityTooLarge<\/Code>/);
  expect(readdirSync(path.join(dataDir, '.drafts'))).toEqual([]);
});

it.each(['a b[', '[', 'a:b:c', 'http://x', '%', '\u00e9', ''])(
  'the Host "%s" is not used to read an address',
  async (host) => {
    const socket = connect(port, '127.0.0.1');
    clients.push(socket);
    socket.write(`GET /_uploads/files/uploads/w1/none HTTP/1.1\r\nHost: ${host}\r\n\r\n`, 'latin1');
    const [response] = await once(socket, 'data');
    expect(String(response)).toMatch(/^HTTP\/1\.1 403 [\s\S]*AccessDenied/);
  },
);
