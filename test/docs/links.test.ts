import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '../..');
const PAGES = globSync(['*.md', 'docs/**/*.md', 'apps/client/*.md'], { cwd: ROOT });

/** Links to files of this repository, each with its anchor. */
function findLinks(page: string): { file: string; anchor: string | undefined }[] {
  const text = readFileSync(path.join(ROOT, page), 'utf8').replaceAll(/```[\s\S]*?```/g, '');
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^[a-z]+:/.test(target))
    .map((target) => {
      const [name = '', anchor] = target.split('#');
      return { file: name === '' ? page : path.join(path.dirname(page), name), anchor };
    });
}

/** Anchors of a page's headings, as GitHub makes them. */
function getAnchors(file: string): string[] {
  const text = readFileSync(file, 'utf8').replaceAll(/```[\s\S]*?```/g, '');
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-'),
  );
}

describe('links between pages', () => {
  it.each(PAGES)('of %s lead somewhere', (page) => {
    for (const { file, anchor } of findLinks(page)) {
      expect([file, existsSync(path.join(ROOT, file))]).toEqual([file, true]);
      if (anchor !== undefined) expect(getAnchors(path.join(ROOT, file)), file).toContain(anchor);
    }
  });

  it('lead from messages of the code to sections that exist', () => {
    const named = globSync('{lib,functions,apps,infra}/**/*.{ts,tsx}', { cwd: ROOT }).flatMap((file) => {
      const source = readFileSync(path.join(ROOT, file), 'utf8');
      return [...source.matchAll(/"([^"\n]+)" in (docs\/[\w-]+\.md)/g)];
    });
    expect(named.length).toBeGreaterThan(0);
    for (const [, section = '', page = ''] of named) {
      expect(readFileSync(path.join(ROOT, page), 'utf8'), section).toMatch(
        new RegExp(`^#+ ${section}$`, 'm'),
      );
    }
  });

  it('reach every decision from docs/README.md', () => {
    const listed = findLinks('docs/README.md').map(({ file }) => file);
    expect(listed).toEqual(expect.arrayContaining(globSync('docs/decisions/*.md', { cwd: ROOT })));
  });
});
