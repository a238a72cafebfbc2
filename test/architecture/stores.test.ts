import { readdir } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { expect, it } from 'vitest';

it('a concept has one file of its store, or a folder for them', async () => {
  const files = (await readdir('lib', { recursive: true })).filter((file) => file.endsWith('.ts'));
  const inFolders = new Set(
    files
      .map(dirname)
      .filter((folder) => basename(folder) === 'store')
      .map(dirname),
  );
  const beside = files.filter((file) => file.endsWith('-store.ts') && basename(dirname(file)) !== 'store');
  expect(beside.filter((file) => inFolders.has(dirname(file)))).toStrictEqual([]);
  expect(beside.length).toBe(new Set(beside.map(dirname)).size);
  expect(beside).not.toStrictEqual([]);
});
