import { describe, expect, it } from 'vitest';
import { findObjectKey, listReadableKeys, readStoreSettings } from '#apps/cli/moving/files/source-store.ts';
import { isPrivateAddress, isStoreAddress } from '#apps/cli/moving/files/store-address.ts';

const MINIO = { S3_ENDPOINT: 'minio.example', S3_PORT: '9000', S3_SSL: 'false', S3_BUCKET: 'bots' };
const ours = new Set(['w1']);

describe("the environment of a source's store", () => {
  it('is read as the source reads it', () => {
    expect(readStoreSettings({})).toBeUndefined();
    expect(readStoreSettings({ S3_ENDPOINT: 's3.example' })).toEqual({
      endpoint: 'https://s3.example',
      bucket: 'typebot',
      region: 'us-east-1',
    });
    expect(
      readStoreSettings({
        ...MINIO,
        S3_REGION: 'eu-west-1',
        S3_ACCESS_KEY: 'key',
        S3_SECRET_KEY: 'secret',
        S3_PUBLIC_CUSTOM_DOMAIN: 'https://files.example/',
      }),
    ).toEqual({
      endpoint: 'http://minio.example:9000',
      bucket: 'bots',
      region: 'eu-west-1',
      publicUrl: 'https://files.example',
      keys: { accessKeyId: 'key', secretAccessKey: 'secret' },
    });
  });

  it('is refused if it names no address', () => {
    expect(() => readStoreSettings({ S3_ENDPOINT: 'http://[' })).toThrow(
      'S3_ENDPOINT is not the address of a file store',
    );
    expect(() => readStoreSettings({ ...MINIO, S3_PUBLIC_CUSTOM_DOMAIN: 'http://[' })).toThrow(
      'S3_PUBLIC_CUSTOM_DOMAIN is not an address',
    );
  });
});

describe('keys in the store', () => {
  const store = {
    endpoint: 'http://minio.example:9000',
    bucket: 'bots',
    region: '',
    publicUrl: 'https://cdn.example/f',
  };
  it.each([
    ['http://minio.example:9000/bots/public/a%20b.png?v=1', 'public/a b.png'],
    ['http://bots.minio.example:9000/public/a.png', 'public/a.png'],
    ['https://cdn.example/f/public/a.png', 'public/a.png'],
    ['http://minio.example:9000/others/public/a.png', undefined],
    ['https://minio.example/bots/public/a.png', undefined],
  ])('are found for %s', (address, key) => {
    expect(findObjectKey(new URL(address), store)).toBe(key);
  });

  it.each([
    ['http://minio.example:9000/bots/public/a.png', ['public/a.png']],
    ['http://minio.example:9000/bots/private/workspaces/w1/a.png', ['private/workspaces/w1/a.png']],
    // An answer can hold any address.
    ['http://minio.example:9000/bots/private/workspaces/w2/a.png', []],
    ['http://minio.example:9000/bots/backups/database.sql', []],
    ['http://minio.example:9000/bots/public/..%2Fbackups/x', []],
    [
      'https://builder.example/api/typebots/b1/results/r1/a.pdf',
      ['private/workspaces/w1/typebots/b1/results/r1/a.pdf'],
    ],
  ])('are only read if they are public or of a workspace that moves: %s', (address, keys) => {
    expect(listReadableKeys(new URL(address), store, ours)).toEqual(keys);
  });
});

describe("addresses of a source's files", () => {
  const known = { workspaceIds: ours, botIds: new Set(['b1']), hosts: new Set(['files.example:8080']) };
  it.each([
    ['https://s3.example/typebot/public/workspaces/w1/typebots/b9/blocks/x.png', true, false],
    ['https://s3.example/public/public/typebots/b1/blocks/x.png', true, false],
    ['https://s3.example/typebot/private/workspaces/w1/typebots/b1/results/r/x.png', true, true],
    ['https://builder.example/api/typebots/b1/results/r1/blocks/k/x.pdf', true, true],
    ['https://builder.example/api/typebots/b2/results/r1/x.pdf', false, true],
    // Encoded by somebody who wants a private file to be taken for a public one.
    ['https://s3.example/typebot/%70rivate/workspaces/w1/typebots/b1/results/r/x.png', true, true],
    ['https://any.example/public/workspaces/w1/x%2Fapi%2Ftypebots%2Fb1%2Fresults%2Fr1%2Fx.pdf', true, true],
    ['http://files.example:8080/any.png', true, false],
    ['http://files.example/any.png', false, false],
    ['https://s3.typebot.example/public/workspaces/w2/typebots/b2/x.png', false, false],
    ['https://builder.example/typebots/b1/edit', false, false],
  ])('%s', (address, isOurs, isPrivate) => {
    expect([isStoreAddress(new URL(address), known), isPrivateAddress(new URL(address))]).toEqual([
      isOurs,
      isPrivate,
    ]);
  });
});
