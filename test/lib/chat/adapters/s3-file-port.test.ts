import { expect, it } from 'vitest';
import { filePort, type KeptObject } from '#lib/chat/adapters/s3-file-port.ts';

const FILE = { name: 'a b.png', mediaType: 'image/png', bytes: new Uint8Array([1]) };

it('stores a file in the bucket and returns its public URL', async () => {
  const kept: KeptObject[] = [];
  const port = filePort({
    env: { FILES_BUCKET: 'bucket1', FILES_PUBLIC_URL: 'https://files.example/base/' },
    putObject: async (object) => {
      kept.push(object);
    },
  });
  expect(await port?.put(FILE)).toBe('https://files.example/base/generated/a%20b.png');
  expect(kept).toEqual([
    { bucket: 'bucket1', key: 'generated/a b.png', mediaType: 'image/png', bytes: FILE.bytes },
  ]);
});

it.each([
  {},
  { FILES_BUCKET: 'bucket1' },
  { FILES_PUBLIC_URL: 'https://files.example' },
  { FILES_BUCKET: '', FILES_PUBLIC_URL: 'x' },
])('there is no port with %j', (env) => {
  expect(filePort({ env })).toBeUndefined();
});
