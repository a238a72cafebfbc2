import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '#lib/platform/json/json-object.ts';
import { ENCRYPTION_SECRET, encryptedRow, encryptedText } from '#test/support/encrypted-credentials.ts';
import { type FakeTable, startFakePostgres } from '#test/support/fake-postgres.ts';
import { runInProcess } from '../run-in-process.ts';

const PASSWORD = 'database-secret';
const CONTENT = 'decrypted-secret';

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'bots-hostile-credentials-'));
  file = path.join(folder, 'credentials.json');
});

afterEach(() => rmSync(folder, { recursive: true }));

type Row = Partial<Record<keyof ReturnType<typeof encryptedRow>, string | null>>;

const NAMES = ['id', 'workspaceId', 'type', 'name', 'data', 'iv'] as const;

const openai = (id: string, more: Row = {}): Row => ({
  ...encryptedRow({ id, type: 'openai' }, { apiKey: CONTENT }),
  ...more,
});

/** Imports what the server returns, and checks that no output has a secret. */
async function importRows(
  rows: Row[],
  { types = {} as Record<string, number>, env = {} as NodeJS.ProcessEnv } = {},
) {
  const table: FakeTable = {
    columns: [...NAMES, 'workspaceName'].map((name) => [name, types[name] ?? 25]),
    rows: rows.map((row) => [...NAMES.map((name) => row[name] ?? null), 'There']),
  };
  const { url } = await startFakePostgres((sql) => (sql.includes('"Credentials"') ? table : undefined));
  const args = ['credentials', 'import', '--database', url, '--file', file, '--to-workspace', 'here'];
  const runs = [];
  for (const more of [['--dry-run'], ['--dry-run', '--json'], ['--json']]) {
    const run = await runInProcess([...args, ...more], { ENCRYPTION_SECRET, ...env });
    for (const secret of [PASSWORD, CONTENT, ENCRYPTION_SECRET])
      expect(run.stdout + run.stderr).not.toContain(secret);
    runs.push(run);
  }
  const { exitCode, stdout, stderr } = runs[2] as (typeof runs)[number];
  const credentials: JsonObject[] = stdout === '' ? [] : JSON.parse(stdout).credentials;
  return { exitCode, stderr, credentials, outcomes: credentials.map(({ outcome }) => outcome) };
}

const stored = () => JSON.parse(readFileSync(file, 'utf8'));

describe('an import of credentials from a hostile database', () => {
  it('takes each row for itself: damaged ones are named, and the others stored', async () => {
    const deep = `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`;
    const { exitCode, credentials, stderr } = await importRows([
      openai('no-iv', { iv: null }),
      openai('no-data', { data: null }),
      openai('empty', { iv: '', data: '' }),
      openai('long-iv', { iv: `${'ab'.repeat(5_000)}.${'ab'.repeat(16)}` }),
      openai('no-hex', { iv: 'z'.repeat(24) }),
      openai('short-tag', { iv: 'ab'.repeat(12), data: 'AA==' }),
      openai('huge', { data: 'A'.repeat(1_000_000) }),
      openai('deep', encryptedText(deep)),
      openai('list', encryptedText('[]')),
      openai('text', encryptedText(CONTENT)),
      openai('pollution', encryptedText('{"__proto__":{"polluted":1}}')),
      openai('good'),
    ]);
    expect({ exitCode, stderr }).toEqual({ exitCode: 1, stderr: '' });
    expect(credentials.map(({ id, outcome }) => [id, outcome])).toEqual([
      ...['no-iv', 'no-data', 'empty', 'long-iv', 'no-hex', 'short-tag', 'huge', 'deep', 'list', 'text'].map(
        (id) => [id, 'unreadable'],
      ),
      ['pollution', 'unusable'],
      ['good', 'created'],
    ]);
    expect(stored()).toEqual({ here: { good: { apiKey: CONTENT, kind: 'openai' } } });
    expect(({} as JsonObject).polluted).toBeUndefined();
  });

  it('stores only under ids that stay in the workspace, each once', async () => {
    const ids = [
      '../other/c',
      '/abs',
      '..',
      '',
      'a'.repeat(65),
      'a\u0000',
      'é',
      '__proto__',
      'constructor',
      'twice',
      'twice',
    ];
    const { outcomes } = await importRows(ids.map((id) => openai(id)));
    expect(outcomes).toEqual([...Array(7).fill('unusable'), 'created', 'created', 'created', 'unusable']);
    expect(Object.keys(stored())).toEqual(['here']);
    expect(Object.keys(stored().here)).toEqual(['__proto__', 'constructor', 'twice']);
    expect(({} as JsonObject).apiKey).toBeUndefined();
  });

  it('does not rely on the types of columns', async () => {
    const row = openai('a', { id: '7', name: '{"a":1}', data: '[1]', iv: '12' });
    const { exitCode, outcomes, stderr } = await importRows([row, openai('good')], {
      types: { id: 25, name: 25, data: 25, iv: 25 },
    });
    expect({ exitCode, outcomes, stderr }).toEqual({
      exitCode: 1,
      outcomes: ['unreadable', 'created'],
      stderr: '',
    });
    const typed = await importRows([{ ...row, type: '1', workspaceId: '2' }], {
      types: { id: 23, name: 114, data: 114, iv: 23, type: 23, workspaceId: 23 },
    });
    expect(typed).toMatchObject({ exitCode: 1, outcomes: ['unreadable'], stderr: '' });
  });

  it('shows no more of a secret when the key is wrong or the server fails', async () => {
    const { exitCode, stderr } = await importRows([openai('a')], {
      env: { ENCRYPTION_SECRET: 'y'.repeat(32) },
    });
    expect(exitCode).toBe(1);
    expect(stderr).toContain('ENCRYPTION_SECRET is not the secret of this installation');
    expect(stderr).not.toContain('y'.repeat(32));
    const { url } = await startFakePostgres((sql) =>
      sql.includes('"Credentials"') ? { error: `${PASSWORD} \u001b]0;x\u0007` } : undefined,
    );
    const args = ['credentials', 'import', '--database', url, '--file', file, '--to-workspace', 'here'];
    const failed = await runInProcess(args, { ENCRYPTION_SECRET }, { isTTY: true });
    expect(failed.exitCode).toBe(1);
    expect(failed.stderr).not.toContain(PASSWORD);
    expect(failed.stderr).not.toContain('\u001b]');
  });
});

describe('a file of credentials', () => {
  it.each([
    ['no JSON', `{"here": ${CONTENT}`],
    ['a list', '[]'],
    ['a workspace that is not an object', `{"here": "${CONTENT}"}`],
    ['nothing', ''],
  ])('with %s is refused without being quoted, and stays', async (_, text) => {
    writeFileSync(file, text);
    const { exitCode, stderr } = await importRows([openai('a')]);
    expect(exitCode).toBe(1);
    expect(stderr).toContain('is not a file of credentials');
    expect(readFileSync(file, 'utf8')).toBe(text);
  });

  it('that is a folder is refused', async () => {
    mkdirSync(file);
    expect((await importRows([openai('a')])).stderr).toContain('cannot be read (EISDIR)');
  });

  it('that others could read is readable by its owner only from then on', async () => {
    writeFileSync(file, '{"here":{"kept":{"a":1}}}', { mode: 0o666 });
    expect((await importRows([openai('a')])).exitCode).toBe(0);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(stored().here).toEqual({ kept: { a: 1 }, a: { apiKey: CONTENT, kind: 'openai' } });
  });

  it('with keys such as __proto__ keeps them, and changes nothing', async () => {
    writeFileSync(file, '{"__proto__":{"x":{"a":1}},"here":{"__proto__":{"polluted":1}}}');
    expect((await importRows([openai('a')])).exitCode).toBe(0);
    expect(readFileSync(file, 'utf8')).toContain('"polluted": 1');
    expect(({} as JsonObject).polluted).toBeUndefined();
  });

  it('that is a link in a circle is refused, and a link elsewhere is followed as its owner has set it', async () => {
    symlinkSync(file, file);
    expect((await importRows([openai('a')])).stderr).toContain('cannot be read (ELOOP)');
    rmSync(file);
    const target = path.join(folder, 'real.json');
    writeFileSync(target, '{}');
    symlinkSync(target, file);
    expect((await importRows([openai('a')])).exitCode).toBe(0);
    expect(JSON.parse(readFileSync(target, 'utf8')).here).toEqual({ a: { apiKey: CONTENT, kind: 'openai' } });
    expect(statSync(target).mode & 0o777).toBe(0o600);
  });
});
