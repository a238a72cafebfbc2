import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { LAZY_MODULES, LAZY_PACKAGES } from '../../infra/functions/lazy-packages.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

const findImported = (pattern: string) =>
  new Set(
    globSync(pattern, { cwd: root }).flatMap((file) =>
      [
        ...readFileSync(`${root}${file}`, 'utf8').matchAll(
          /(?<!typeof )\b(?:import|loadPackage)\(\s*'([^']+)'/g,
        ),
      ].map(([, name]) => name),
    ),
  );

describe('what is loaded lazily is bundled into files of its own', () => {
  it('packages that bots need rarely', () => {
    const imported = findImported('lib/{chat,engine,platform/credentials}/**/*.ts');
    expect([...imported].toSorted()).toEqual(LAZY_PACKAGES.toSorted());
  });

  it('modules that only traces need', () => {
    const imported = findImported('lib/platform/{observability,store}/*.ts');
    expect([...imported].toSorted()).toEqual(Object.values(LAZY_MODULES).toSorted());
  });
});
