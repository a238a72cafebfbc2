import { globSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import { expect, it } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '../../../..');

it('loads no package and nothing of Node in a browser that plans, applies and undoes edits', async () => {
  const planners = globSync('lib/bots/editing/plan-*.ts', { cwd: ROOT });
  expect(planners.length).toBeGreaterThan(5);
  const entries = [
    ...planners,
    'lib/bots/editing/apply-operation.ts',
    'lib/bots/editing/invert-operations.ts',
    'lib/bots/editing/variable-uses.ts',
  ];
  const { metafile } = await build({
    stdin: { contents: entries.map((file) => `export * from './${file}';`).join('\n'), resolveDir: ROOT },
    bundle: true,
    write: false,
    metafile: true,
    // With Node's own modules, the build fails.
    platform: 'browser',
    format: 'esm',
  });
  const packages = Object.keys(metafile.inputs).filter((file) => file.includes('node_modules'));
  expect(packages).toStrictEqual([]);
});
