import { glob, readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { INERT_FIELDS } from '#lib/bots/document/inert-fields.ts';

/*
 * docs/moving.md lists fields that are stored but have no effect. If code starts to use one of them, this
 * test fails until it is removed from the list.
 */

const ROOT = new URL('../..', import.meta.url);
const moving = await readFile(new URL('docs/moving.md', ROOT), 'utf8');
const [, section = ''] = /## What is stored but has no effect here\n(.*?)\n## /s.exec(moving) ?? [];

/**
 * Source files that run bots and show results. Excludes the document schemas and the examples of the documentation,
 * because they mention every field.
 */
const sources: [file: string, text: string][] = [];
for await (const file of glob(
  '{functions,lib/{engine,chat,results},apps/{window,bot-page,embed,console}}/**/*.ts',
  {
    cwd: ROOT,
  },
)) {
  if (file === 'functions/example-data.ts') continue;
  sources.push([file, await readFile(new URL(file, ROOT), 'utf8')]);
}

const fields = section
  .split('\n')
  .filter((row) => /^\| `/.test(row) && / \| Nothing/.test(row))
  .flatMap((row) => [...(row.split(' | ')[0] ?? '').matchAll(/`([\w.]+)`/g)].map(([, path = '']) => path));

describe('fields without effect, according to docs/moving.md', () => {
  it('are searched for in the engine, the chats and the pages', () => {
    for (const folder of ['lib/engine/', 'lib/chat/', 'lib/results/', 'apps/window/']) {
      expect([folder, sources.some(([file]) => file.startsWith(folder))]).toEqual([folder, true]);
    }
  });

  it('are listed', () => {
    expect(fields).toEqual(expect.arrayContaining(['settings.whatsApp', 'riskLevel']));
  });

  it('are those that checks and imports report', () => {
    let before = '';
    const listed = section
      .split('\n')
      .filter((row) => /^\| `/.test(row))
      .flatMap((row) => [...(row.split(' | ')[0] ?? '').matchAll(/`([\w.]+)`/g)])
      .map(([, name = '']) => {
        before = name.startsWith('.') ? before.replace(/\.\w+$/, name) : name;
        return before;
      });
    expect(listed).toStrictEqual(INERT_FIELDS.map(({ field }) => field));
  });

  // Skips names that are too common to search for.
  it.each(fields.filter((field) => !/\.(title|description|imageUrl)$/.test(field)))(
    '%s is not used by code that runs bots',
    (field) => {
      const name = field.split('.').at(-1);
      const users = sources.filter(([, source]) => new RegExp(`\\b${name}\\b`).test(source));
      expect(users.map(([file]) => file)).toEqual([]);
    },
  );
});
