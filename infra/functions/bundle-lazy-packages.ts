import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { ESBUILD_OPTIONS } from './esbuild-options.ts';
import { LAZY_MODULES } from './lazy-packages.ts';

/*
 * Puts the lazily loaded packages that a function needs beside its bundle, where `require` looks for them:
 * `node infra/functions/bundle-lazy-packages.ts <folder of the bundle> <package>…`.
 */

const [folder, ...names] = process.argv.slice(2);
if (folder === undefined) throw new Error('Name the folder of the bundle');

const code = readFileSync(join(folder, 'index.js'), 'utf8');
const used = names.filter((name) => name in LAZY_MODULES || code.includes(`("${name}")`));

await build({
  absWorkingDir: fileURLToPath(new URL('../..', import.meta.url)),
  ...ESBUILD_OPTIONS,
  entryPoints: used.map((name) => ({ in: findEntry(name), out: `${name}/index` })),
  outdir: join(folder, 'node_modules'),
  logLevel: 'warning',
});

function findEntry(name: string): string {
  const modules: Readonly<Record<string, string>> = LAZY_MODULES;
  return modules[name]?.replace(/^#/, './') ?? name;
}
