import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { withBlockTables } from '#apps/reference/block-table.ts';
import { BLOCK_TYPES } from '#lib/blocks/block-types.ts';

const page = await readFile(new URL('../../../docs/blocks.md', import.meta.url), 'utf8');

describe('docs/blocks.md', () => {
  it('lists the types of blocks (run `npm run docs`)', () => {
    expect(withBlockTables(page)).toBe(page);
    const types = [...page.matchAll(/^\| [^|]+ \| `([^`]+)` \| \S[^|]+\. \|/gm)].map(([, type]) => type);
    const running = [...BLOCK_TYPES.values()].filter(({ family }) => family !== 'start');
    expect(types.toSorted()).toStrictEqual(running.map(({ type }) => type).toSorted());
  });

  it('is refused without its marks', () => {
    expect(() => withBlockTables('# Blocks')).toThrow('has lost the marks around its types');
  });
});
