import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';

/* Checks that the tests named in docs/reliability.md exist. */

const root = new URL('../..', import.meta.url);
const page = await readFile(new URL('docs/reliability.md', root), 'utf8');
const rows = page.split('\n').filter((line) => /^\| (?!---|Promise)/.test(line) && !line.startsWith('|---'));

describe('docs/reliability.md', () => {
  it('names only existing tests', () => {
    const named = [...page.matchAll(/`(test\/[\w./-]+)`/g)].map(([, path = '']) => path);
    expect(named.filter((path) => !existsSync(new URL(path, root)))).toStrictEqual([]);
  });

  it('names a test for every promise', () => {
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.filter((row) => !/`test\/|`npm run test/.test(row.split('|')[2] ?? ''))).toStrictEqual([]);
  });
});
