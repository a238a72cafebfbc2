import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { ESBUILD_OPTIONS } from './esbuild-options.ts';
import { LAZY_PACKAGES } from './lazy-packages.ts';

/*
 * Puts the lazily loaded packages that a function needs beside its bundle, where `require` looks for them:
 * `node infra/functions/bundle-lazy-packages.ts <folder of the bundle>`.
 */

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('Name the folder of the bundle');

const code = readFileSync(join(folder, 'index.js'), 'utf8');
const used = LAZY_PACKAGES.filter((name) => code.includes(`require("${name}")`));

await build({
  absWorkingDir: fileURLToPath(new URL('../..', import.meta.url)),
  ...ESBUILD_OPTIONS,
  entryPoints: used.map((name) => ({ in: name, out: `${name}/index` })),
  outdir: join(folder, 'node_modules'),
  logLevel: 'warning',
});
