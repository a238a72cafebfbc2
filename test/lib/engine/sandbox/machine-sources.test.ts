import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { renderMachineSources } from '#apps/reference/write-machine-sources.ts';

it('matches the files in machine/', async () => {
  const written = new URL('../../../../lib/engine/sandbox/machine-sources.ts', import.meta.url);
  expect(await readFile(written, 'utf8')).toBe(await renderMachineSources());
});
