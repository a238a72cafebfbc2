import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { renderBlockOptions } from '#apps/reference/blocks/block-options.ts';
import { BLOCK_DESCRIPTIONS } from '#lib/blocks/block-descriptions.ts';

const page = await readFile(new URL('../../../docs/block-options.md', import.meta.url), 'utf8');

describe('docs/block-options.md', () => {
  it('lists the options of all types (run `npm run docs`)', () => {
    expect(renderBlockOptions()).toBe(page);
    const types = [...page.matchAll(/^`([^`]+)`$/gm)].map(([, type]) => type);
    expect(types.toSorted()).toEqual([...BLOCK_DESCRIPTIONS.keys()].toSorted());
  });

  it('has the fields that variants share once, and others with the variants that have them', () => {
    const [, section = ''] = /^`Set variable`\n(.*?)^### /ms.exec(page) ?? [];
    expect(section.match(/^\| `variableId` \|/gm)).toHaveLength(1);
    expect(section).toMatch(
      /^With `type` "Now", "Today", "Yesterday", "Tomorrow":\n\n.*\n.*\n\| `timeZone` \|/m,
    );
  });

  it('leaves out what forms make themselves', () => {
    expect(page).not.toMatch(/\[\]\.id` \|/);
    expect(page).not.toContain('`isUnsafe`');
  });
});
