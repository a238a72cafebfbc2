import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { credentialsFile } from '#apps/cli/moving/credentials/credentials-file.ts';
import {
  type CredentialsImport,
  importCredentials,
} from '#apps/cli/moving/credentials/import-credentials.ts';
import {
  encryptionKey,
  type SourceCredentialsRow,
  WrongSecretError,
} from '#apps/cli/moving/credentials/source-credentials.ts';
import { ENCRYPTION_SECRET, encryptedRow } from '#test/support/encrypted-credentials.ts';

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'import-credentials-'));
  file = path.join(folder, 'credentials.json');
  writeFileSync(file, '{"here": {"kept": {"apiKey": "kept"}}}');
});

afterEach(() => rmSync(folder, { recursive: true }));

const stored = () => JSON.parse(readFileSync(file, 'utf8')).here;

function imported(rows: SourceCredentialsRow[], options: Partial<CredentialsImport> = {}) {
  return importCredentials(rows, {
    key: encryptionKey({ ENCRYPTION_SECRET }),
    googleClient: undefined,
    workspaceId: 'here',
    store: credentialsFile(file),
    overwrite: false,
    isDryRun: false,
    ...options,
  });
}

const outcomes = async (rows: SourceCredentialsRow[], options?: Partial<CredentialsImport>) =>
  (await imported(rows, options)).map(({ outcome }) => outcome);

const openai = (apiKey: string, id = 'c1') => encryptedRow({ id, type: 'openai' }, { apiKey });

describe('An import of credentials', () => {
  it('stores them under their ids, in both forms, and says so', async () => {
    const old = encryptedRow({ id: 'c2', type: 'mistral', name: 'Old' }, { apiKey: 'k2' }, 'old');
    expect(await imported([openai('k1'), old])).toStrictEqual([
      { id: 'c1', kind: 'openai', name: 'My openai', sourceWorkspaceId: 'there', outcome: 'created' },
      { id: 'c2', kind: 'mistral', name: 'Old', sourceWorkspaceId: 'there', outcome: 'created' },
    ]);
    expect(stored()).toStrictEqual({
      kept: { apiKey: 'kept' },
      c1: { apiKey: 'k1', kind: 'openai' },
      c2: { apiKey: 'k2', kind: 'mistral' },
    });
  });

  it('changes nothing when it is repeated', async () => {
    await imported([openai('k1')]);
    const before = readFileSync(file);
    expect(await outcomes([openai('k1')])).toStrictEqual(['unchanged']);
    expect(readFileSync(file)).toStrictEqual(before);
  });

  it('stores the kind of those from an earlier import only on demand', async () => {
    writeFileSync(file, '{"here": {"c1": {"apiKey": "k1"}}}');
    expect(await outcomes([openai('k1')])).toStrictEqual(['unchanged']);
    expect(stored().c1).toStrictEqual({ apiKey: 'k1' });
    expect(await outcomes([openai('k1')], { overwrite: true })).toStrictEqual(['replaced']);
    expect(stored().c1).toStrictEqual({ apiKey: 'k1', kind: 'openai' });
  });

  it('replaces others under the same id only on demand', async () => {
    await imported([openai('k1')]);
    expect(await imported([openai('k2')])).toMatchObject([
      { outcome: 'different', note: 'others are stored under this id: --overwrite replaces them' },
    ]);
    expect(stored().c1).toStrictEqual({ apiKey: 'k1', kind: 'openai' });
    expect(await outcomes([openai('k2')], { overwrite: true })).toStrictEqual(['replaced']);
    expect(stored().c1).toStrictEqual({ apiKey: 'k2', kind: 'openai' });
  });

  it('stores nothing in a dry run, which reports the same', async () => {
    await imported([openai('k1')]);
    const before = readFileSync(file);
    const rows = [openai('k2'), openai('k3', 'c3')];
    const options = { isDryRun: true, overwrite: true };
    expect(await outcomes(rows, options)).toStrictEqual(['replaced', 'created']);
    expect(readFileSync(file)).toStrictEqual(before);
  });

  it('stores nothing that bots here cannot use, and says why', async () => {
    const rows = [
      encryptedRow({ id: 'g', type: 'google sheets' }, { refresh_token: 'r' }),
      encryptedRow({ id: 'w', type: 'whatsApp' }, { phoneNumberId: '1' }),
      encryptedRow({ id: 'm', type: 'smtp' }, { host: 'h' }),
      encryptedRow({ id: '../other/c', type: 'openai' }, { apiKey: 'k' }),
      openai('k1'),
    ];
    expect((await imported(rows)).map(({ outcome, note }) => [outcome, note])).toStrictEqual([
      ['unusable', expect.stringContaining('set GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET')],
      ['unused', 'bots here talk only through the chat API'],
      ['unusable', 'it has no from.email'],
      ['unusable', 'ids of credentials here have up to 64 letters, digits, hyphens and underscores'],
      ['created', undefined],
    ]);
    expect(Object.keys(stored())).toStrictEqual(['kept', 'c1']);
  });

  it("stores Google accounts with the old installation's client", async () => {
    const row = encryptedRow({ id: 'g', type: 'google sheets' }, { refresh_token: 'r', access_token: 'a' });
    expect(await outcomes([row], { googleClient: { id: 'i', secret: 's' } })).toStrictEqual(['created']);
    expect(stored().g).toStrictEqual({
      client_id: 'i',
      client_secret: 's',
      refresh_token: 'r',
      kind: 'google sheets',
    });
  });

  it('reports a single row that cannot be decrypted, and stores the others', async () => {
    const foreign = encryptedRow({ id: 'c2', type: 'openai' }, { apiKey: 'k' }, 'present', 'x'.repeat(32));
    expect(await imported([openai('k1'), foreign])).toMatchObject([
      { outcome: 'created' },
      { outcome: 'unreadable', note: expect.stringContaining('another ENCRYPTION_SECRET') },
    ]);
  });

  it('is refused with the secret of another installation', async () => {
    const key = encryptionKey({ ENCRYPTION_SECRET: 'x'.repeat(32) });
    const before = readFileSync(file);
    const failed = imported([openai('k1'), openai('k2', 'c2')], { key });
    await expect(failed).rejects.toThrow(WrongSecretError);
    await expect(failed).rejects.toThrow('ENCRYPTION_SECRET is not the secret of this installation');
    expect(readFileSync(file)).toStrictEqual(before);
  });

  it('of nothing stores nothing', async () => {
    expect(await imported([])).toStrictEqual([]);
  });
});
