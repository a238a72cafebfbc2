import { describe, expect, it } from 'vitest';
import { sortParentsFirst, toSourceFolder } from '#apps/cli/moving/source/source-folders.ts';

const folder = (id: string, parentFolderId: string | null = null) => ({ id, name: id, parentFolderId });

describe('sortParentsFirst', () => {
  it('moves what is in a folder behind it', () => {
    expect(sortParentsFirst([folder('c', 'b'), folder('b', 'a'), folder('a')]).map(({ id }) => id)).toEqual([
      'a',
      'b',
      'c',
    ]);
  });

  it('takes folders without their parent if that is missing, or they are in a cycle', () => {
    const found = sortParentsFirst([folder('x', 'gone'), folder('a', 'b'), folder('b', 'a'), folder('top')]);
    expect(found).toEqual([folder('top'), folder('x'), folder('a'), folder('b')]);
  });
});

describe('toSourceFolder', () => {
  it.each([undefined, null, 'x', {}, { id: 7 }])('takes %j for none', (entry) => {
    expect(toSourceFolder(entry, null)).toBeUndefined();
  });

  it('takes columns of other types', () => {
    expect(toSourceFolder({ id: 'a', name: 7 }, 8)).toEqual({ id: 'a', name: '', parentFolderId: null });
  });
});
