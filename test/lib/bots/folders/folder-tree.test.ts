import { describe, expect, it } from 'vitest';
import { assertMayBeIn, getAncestors, isSoundTree } from '#lib/bots/folders/folder-tree.ts';

const folder = (id: string, parentFolderId: string | null = null) => ({ id, parentFolderId });

/** Folders within each other, the outermost first. */
const chain = (length: number, name = 'f') =>
  Array.from({ length }, (_, n) => folder(`${name}${n}`, n === 0 ? null : `${name}${n - 1}`));

describe('getAncestors', () => {
  it('returns the parent first', () => {
    const folders = chain(3);
    expect(getAncestors(folders, folder('x', 'f2')).map(({ id }) => id)).toEqual(['f2', 'f1', 'f0']);
  });

  it('ends at a parent that does not exist, and in a cycle', () => {
    expect(getAncestors([], folder('x', 'gone'))).toEqual([]);
    const cycle = [folder('a', 'b'), folder('b', 'a')];
    expect(getAncestors(cycle, folder('x', 'a')).map(({ id }) => id)).toEqual(['a', 'b']);
  });
});

describe('assertMayBeIn', () => {
  const refusal = (path: string, message: RegExp) =>
    expect.objectContaining({
      code: 'BAD_REQUEST',
      issues: [{ path, message: expect.stringMatching(message) }],
    });

  it('accepts the top, and a tenth level', () => {
    assertMayBeIn(chain(10), folder('f9', 'f8'), null, 'p');
    assertMayBeIn(chain(9), folder('x'), 'f8', 'p');
    assertMayBeIn([...chain(7), ...chain(3, 'g')], folder('g0'), 'f6', 'p');
  });

  it.each([
    ['a parent that does not exist', [], folder('x'), 'gone', /no folder with this id/],
    ['the folder itself', chain(2), folder('f0'), 'f0', /in itself/],
    ['a folder in the folder', chain(4), folder('f0'), 'f3', /in itself/],
    ['an eleventh level', chain(10), folder('x'), 'f9', /10 deep/],
    ['an eleventh level of what is in it', [...chain(8), ...chain(3, 'g')], folder('g0'), 'f7', /10 deep/],
  ])('refuses %s', (_, folders, moved, parent, message) => {
    expect(() => assertMayBeIn(folders, moved, parent, 'p')).toThrow(refusal('p', message));
  });
});

describe('isSoundTree', () => {
  it.each([
    ['no folders', true, []],
    ['ten levels', true, chain(10)],
    ['eleven levels', false, chain(11)],
    ['a parent that does not exist', false, [folder('a', 'gone')]],
    ['a cycle', false, [folder('a', 'b'), folder('b', 'a')]],
    ['a folder in itself', false, [folder('a', 'a')]],
    ['an id twice', false, [folder('a'), folder('a')]],
    ['500 folders', true, Array.from({ length: 500 }, (_, n) => folder(`f${n}`))],
    ['501 folders', false, Array.from({ length: 501 }, (_, n) => folder(`f${n}`))],
  ])('%s: %s', (_, isSound, folders) => {
    expect(isSoundTree(folders)).toBe(isSound);
  });
});
