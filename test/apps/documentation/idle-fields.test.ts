import { glob, readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';

/*
 * docs/moving.md lists the fields that are stored and change nothing. Whoever gives one of them a meaning is told here to
 * take it off the list.
 */

const ROOT = new URL('../../../', import.meta.url);
const moving = await readFile(new URL('docs/moving.md', ROOT), 'utf8');
const [, section = ''] = /## What is stored and does nothing here\n(.*?)\n## /s.exec(moving) ?? [];

/** What runs bots and shows results. The documents themselves are of no interest: there every field is named. */
const sources: [file: string, text: string][] = [];
for await (const file of glob('{functions,lib/{chat,sessions,results,chat-page}}/**/*.ts', { cwd: ROOT })) {
  sources.push([file, await readFile(new URL(file, ROOT), 'utf8')]);
}

const fields = section
  .split('\n')
  .filter((row) => /^\| `/.test(row) && / \| Nothing/.test(row))
  .flatMap((row) => [...(row.split(' | ')[0] ?? '').matchAll(/`([\w.]+)`/g)].map(([, path = '']) => path));

describe('the fields that do nothing, by docs/moving.md', () => {
  it('are a list', () => {
    expect(fields).toEqual(expect.arrayContaining(['settings.whatsApp', 'riskLevel', '.favIconUrl']));
  });

  // Too common as words; nothing else of the metadata is looked at either.
  it.each(fields.filter((field) => !/\.(title|description|imageUrl)$/.test(field)))(
    '%s is in no code that runs bots',
    (field) => {
      const name = field.split('.').at(-1);
      const users = sources.filter(([, source]) => new RegExp(`\\b${name}\\b`).test(source));
      expect(users.map(([file]) => file)).toEqual([]);
    },
  );
});
