import {
  existsSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { credentialsFile } from '#apps/cli/moving/credentials/credentials-file.ts';
import { CredentialsStoreError } from '#apps/cli/moving/credentials/credentials-store.ts';
import { forgetCredentials, readCredentials } from '#lib/chat/adapters/credentials.ts';

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'credentials-'));
  file = path.join(folder, 'credentials.json');
  forgetCredentials();
});

afterEach(() => rmSync(folder, { recursive: true }));

const stored = () => JSON.parse(readFileSync(file, 'utf8'));
const isNew = true;

describe('The file of credentials', () => {
  it('is created with its folder, readable only by its owner, and read by the service', async () => {
    file = path.join(folder, 'deep', 'credentials.json');
    const store = credentialsFile(file);
    expect(await store.read('w1', 'c1')).toBeUndefined();
    await store.write('w1', [{ id: 'c1', content: { apiKey: 'k' }, isNew }]);
    expect(await store.read('w1', 'c1')).toStrictEqual({ apiKey: 'k' });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(await readCredentials('w1', 'c1', { env: { CREDENTIALS_FILE: file } })).toStrictEqual({
      apiKey: 'k',
    });
  });

  it('keeps all other entries, and becomes readable only by its owner', async () => {
    const before = { w1: { c0: { apiKey: 'old' }, c1: { apiKey: 'older' } }, w2: { c1: { host: 'h' } } };
    writeFileSync(file, JSON.stringify(before), { mode: 0o644 });
    await credentialsFile(file).write('w1', [
      { id: 'c1', content: { apiKey: 'new' }, isNew: false },
      { id: '__proto__', content: { apiKey: 'odd' }, isNew },
    ]);
    expect(stored()).toStrictEqual({
      w1: JSON.parse('{"c0":{"apiKey":"old"},"c1":{"apiKey":"new"},"__proto__":{"apiKey":"odd"}}'),
      w2: before.w2,
    });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder)).toStrictEqual(['credentials.json']);
  });

  it('is replaced, not written over: whoever has it open reads the old one to its end', async () => {
    writeFileSync(file, '{}');
    const before = statSync(file).ino;
    await credentialsFile(file).write('w1', [{ id: 'c1', content: { apiKey: 'k' }, isNew }]);
    expect(statSync(file).ino).not.toBe(before);
  });

  it('may be a symbolic link, which stays one', async () => {
    const target = path.join(folder, 'target.json');
    writeFileSync(target, '{}');
    symlinkSync(target, file);
    await credentialsFile(file).write('w1', [{ id: 'c1', content: { apiKey: 'k' }, isNew }]);
    expect(lstatSync(file).isSymbolicLink()).toBe(true);
    expect(JSON.parse(readFileSync(target, 'utf8'))).toStrictEqual({ w1: { c1: { apiKey: 'k' } } });
  });

  it('is not touched if there is nothing to store', async () => {
    await credentialsFile(file).write('w1', []);
    expect(existsSync(file)).toBe(false);
  });

  it.each(['{"w1": {"c1": {"apiKey": "sk-secret"}', '["sk-secret"]', '{"w1": "sk-secret"}'])(
    'is refused without quoting it if it is something else, and stays: %s',
    async (text) => {
      writeFileSync(file, text);
      const store = credentialsFile(file);
      const failures = await Promise.allSettled([
        store.read('w1', 'c1'),
        store.write('w1', [{ id: 'c1', content: {}, isNew }]),
      ]);
      for (const failure of failures) {
        const reason: unknown = 'reason' in failure ? failure.reason : undefined;
        expect(reason).toBeInstanceOf(CredentialsStoreError);
        expect(String(reason)).toContain('is not a file of credentials');
        expect(String(reason)).not.toContain('sk-secret');
      }
      expect(readFileSync(file, 'utf8')).toBe(text);
    },
  );

  it('is refused if it cannot be read', async () => {
    await expect(credentialsFile(folder).read('w1', 'c1')).rejects.toThrow(
      `${folder} cannot be read (EISDIR)`,
    );
  });
});
