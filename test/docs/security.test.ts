import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { ATTACKS } from '#test/suites/browser/workspaces/attacks.ts';

/* Checks that the files and tests named in SECURITY.md exist. */

const root = new URL('../..', import.meta.url);
const page = await readFile(new URL('SECURITY.md', root), 'utf8');
const boundaries = page.split('\n### ').slice(1);

/** Cells of a table, without its header row. */
const toRows = (text: string) =>
  text
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| Guard'))
    .map((line) => line.split('|').slice(1, -1));

describe('SECURITY.md', () => {
  it('names only existing files', () => {
    const named = [...page.matchAll(/`((?:lib|infra|functions|apps|test|docs)\/[\w./-]+)`/g)].map(
      ([, path = '']) => path,
    );
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter((path) => !existsSync(new URL(path, root)))).toStrictEqual([]);
  });

  it('names a file and a test for every guard, and what each boundary assumes and leaves open', () => {
    expect(boundaries.length).toBeGreaterThan(0);
    for (const boundary of boundaries) {
      expect(boundary).toMatch(/assumed: /i);
      expect(boundary).toContain('Left open:');
      const rows = toRows(boundary);
      expect(rows.length).toBeGreaterThan(0);
      for (const [guard, where, test] of rows) {
        expect([guard, where]).toEqual([guard, expect.stringMatching(/`(lib|infra|functions|apps)\//)]);
        expect([guard, test]).toEqual([guard, expect.stringMatching(/`test\//)]);
      }
    }
  });

  it('lists what pages of one origin share, as the hostile bot finds it', () => {
    const [, list = ''] =
      /- \*\*Pages that share an origin.*?a script then reaches (.*?)\n- /s.exec(page) ?? [];
    const listed = [...list.matchAll(/`([^`]+)`/g)].map(([, name]) => name);
    const found = Object.values(ATTACKS).flatMap(({ through, shared }) => ('finds' in shared ? through : []));
    expect(new Set(listed)).toEqual(new Set(found));
  });
});
