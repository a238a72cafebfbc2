import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { LAZY_PACKAGES } from '../../infra/functions/lazy-packages.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

it('the packages that bots need rarely are bundled into files of their own', () => {
  const imported = globSync('lib/{chat,engine,platform/credentials}/**/*.ts', { cwd: root }).flatMap((file) =>
    [...readFileSync(`${root}${file}`, 'utf8').matchAll(/\bimport\(\s*'([^']+)'/g)].map(([, name]) => name),
  );
  expect([...new Set(imported)].toSorted()).toEqual(LAZY_PACKAGES.toSorted());
});
