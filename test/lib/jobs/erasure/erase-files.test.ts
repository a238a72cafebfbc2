import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it, vi } from 'vitest';
import { eraseFiles } from '#lib/jobs/erasure/erase-files.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

/** Deletes from a list of keys, two at a time. */
function createBucket(keys: string[]) {
  let left = keys;
  return {
    get keys() {
      return left;
    },
    deleteObjects: async (_: string, prefix: string) => {
      const found = left.filter((key) => key.startsWith(prefix)).slice(0, 2);
      left = left.filter((key) => !found.includes(key));
      return found.length;
    },
  };
}

const KEYS = [
  'uploads/w1/b1/r1/a',
  'uploads/w1/b1/r1/b',
  'uploads/w1/b1/r2/c',
  'private/w1/b2/r3/d',
  'authored/w1/f1/logo.png',
  'exports/w1/j1.csv',
  'uploads/w11/b1/r1/e',
  'authored/w2/f2/logo.png',
  'exports/w2/j2.csv',
  'generated/f',
];
const always = () => true;

it('deletes everything of a workspace, and nothing of one whose id begins alike', async () => {
  const bucket = createBucket(KEYS);
  expect(await eraseFiles('files', ['w1'], always, bucket.deleteObjects)).toBe(true);
  expect(bucket.keys).toStrictEqual([
    'uploads/w11/b1/r1/e',
    'authored/w2/f2/logo.png',
    'exports/w2/j2.csv',
    'generated/f',
  ]);
});

it('deletes what was uploaded to one result', async () => {
  const bucket = createBucket(KEYS);
  await eraseFiles('files', ['w1', 'b1', 'r1'], always, bucket.deleteObjects);
  expect(KEYS.filter((key) => !bucket.keys.includes(key))).toStrictEqual(KEYS.slice(0, 2));
});

it('deletes what was uploaded to one bot, and no file of authors, even if its id were alike', async () => {
  const keys = [...KEYS, 'authored/w1/b1/logo.png'];
  const bucket = createBucket(keys);
  await eraseFiles('files', ['w1', 'b1'], always, bucket.deleteObjects);
  expect(keys.filter((key) => !bucket.keys.includes(key))).toStrictEqual(KEYS.slice(0, 3));
});

it('stops between two pages when the time is up', async () => {
  const bucket = createBucket(KEYS);
  let questions = 0;
  expect(await eraseFiles('files', ['w1'], () => ++questions < 2, bucket.deleteObjects)).toBe(false);
  expect(bucket.keys).toHaveLength(KEYS.length - 2);
});

it.each(['', '..', 'w1/../w2', 'w 1'])('refuses the id %j', async (id) => {
  const bucket = createBucket(KEYS);
  await expect(eraseFiles('files', [id], always, bucket.deleteObjects)).rejects.toThrow('invalid id');
  await expect(eraseFiles('files', ['w1', id], always, bucket.deleteObjects)).rejects.toThrow('invalid id');
  expect(bucket.keys).toHaveLength(KEYS.length);
});

it('lists and deletes in S3, and throws if a file stays', async () => {
  const requests: string[] = [];
  let hasFiles = true;
  let failure = '';
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    requests.push(`${request.method} ${request.url}`);
    response.setHeader('content-type', 'application/xml');
    if (request.method === 'GET') {
      const isFirst = hasFiles && request.url?.includes('prefix=uploads');
      const contents = isFirst ? '<Contents><Key>uploads/w1/a</Key></Contents>' : '';
      return response.end(`<ListBucketResult>${contents}</ListBucketResult>`);
    }
    expect(body).toContain('<Key>uploads/w1/a</Key>');
    hasFiles = failure !== '';
    response.end(`<DeleteResult>${failure}</DeleteResult>`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  vi.stubEnv('AWS_ENDPOINT_URL_S3', `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  vi.stubEnv('AWS_REGION', 'eu-central-1');
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'local');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'local');
  try {
    expect(await eraseFiles('files', ['w1'], always)).toBe(true);
    // A page of uploads, its deletion, and an empty page for each prefix.
    expect(requests).toHaveLength(6);
    hasFiles = true;
    failure = '<Error><Key>uploads/w1/a</Key><Code>AccessDenied</Code></Error>';
    await expect(eraseFiles('files', ['w1'], always)).rejects.toThrow(
      '1 files could not be deleted: AccessDenied',
    );
  } finally {
    server.closeAllConnections();
    server.close();
  }
});
