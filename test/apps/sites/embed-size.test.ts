import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildSites } from '#apps/sites/build-sites.ts';

/** What a website loads for a bubble that nobody opens. */
const MAX_CLOSED_BYTES = 12_000;
/** What it loads for a chat, without the inputs that a bot may or may not use. */
const MAX_OPEN_BYTES = 60_000;

describe('the embed, compressed', () => {
  const sources = new Map<string, string>();

  beforeAll(async () => {
    const { files } = await buildSites();
    for (const { site, path, body } of files) {
      if (site === 'bots' && path.endsWith('.js')) sources.set(path, body.toString());
    }
  });

  /** The scripts with everything that they import statically. */
  const withImports = (paths: Iterable<string>): Set<string> => {
    const found = new Set(paths);
    for (const path of found) {
      for (const [, imported = ''] of sourceOf(path).matchAll(/(?:from|import)"([./][^"]+\.js)"/g)) {
        found.add(new URL(imported, `https://bots.example${path}`).pathname);
      }
    }
    return found;
  };
  const lazyImports = (path: string): string[] =>
    [...sourceOf(path).matchAll(/import\("([./][^"]+\.js)"\)/g)].map(
      ([, imported = '']) => new URL(imported, `https://bots.example${path}`).pathname,
    );
  const sourceOf = (path: string): string => {
    const source = sources.get(path);
    if (source === undefined) throw new Error(`The build has no ${path}`);
    return source;
  };
  const sizeOf = (paths: Iterable<string>): number =>
    [...paths].reduce((bytes, path) => bytes + gzipSync(sourceOf(path)).length, 0);

  it('is a few kilobytes as long as the chat is closed', () => {
    expect(sizeOf(withImports(['/embed.js']))).toBeLessThan(MAX_CLOSED_BYTES);
  });

  it('is at most 60 KB with the chat window', () => {
    const window = lazyImports('/embed.js');
    expect(window).toEqual([expect.stringMatching(/^\/_assets\/bot-window-.*\.js$/)]);
    const open = sizeOf(withImports(['/embed.js', ...window]));
    expect(open).toBeLessThan(MAX_OPEN_BYTES);
    expect(open).toBeGreaterThan(sizeOf(['/embed.js']));
  });
});
