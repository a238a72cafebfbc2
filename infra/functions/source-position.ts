import { SourceMap } from 'node:module';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { contracts } from '#functions/endpoints.ts';
import { RUN_JOB } from '#lib/jobs/run-job-function.ts';
import type { Endpoint } from '#lib/platform/http/contract.ts';
import { getBundleEntry } from './bundle-entry.ts';
import { ESBUILD_OPTIONS } from './esbuild-options.ts';
import { hasLazyPackages, LAZY_PACKAGES } from './lazy-packages.ts';

/*
 * Finds the source of a position in a function's bundle, as given by stack traces in the logs: `node
 * infra/functions/source-position.ts get-bot 84:56951`. The deployed commit must be checked out.
 */

/** Builds a function's bundle as it is deployed, with its source map beside it. */
export async function buildWithMap(name: string): Promise<{ code: string; map: string }> {
  const contract = (contracts as readonly Endpoint[]).find(({ id }) => id === name);
  const isSplit = name === RUN_JOB.id || (contract !== undefined && hasLazyPackages(contract));
  const { entry, alias } = getBundleEntry(name);
  const { outputFiles } = await build({
    absWorkingDir: fileURLToPath(new URL('../..', import.meta.url)),
    entryPoints: [entry],
    outfile: 'index.js',
    write: false,
    ...ESBUILD_OPTIONS,
    alias: { ...ESBUILD_OPTIONS.alias, ...alias },
    // Adds no comment to the code, so that the bundle is the same as without a source map.
    sourcemap: 'external',
    sourcesContent: false,
    ...(isSplit && { external: [...ESBUILD_OPTIONS.external, ...LAZY_PACKAGES] }),
  });
  const getText = (ending: string) => outputFiles.find(({ path }) => path.endsWith(ending))?.text ?? '';
  return { code: getText('index.js'), map: getText('index.js.map') };
}

/** Returns `lib/bots/get-bot.ts:12:3` for a position such as `84:56951`. Undefined if it is not in the bundle. */
export function findSource(map: string, position: string): string | undefined {
  const [line = 0, column = 0] = position.split(':').map(Number);
  const origin = new SourceMap(JSON.parse(map)).findOrigin(line, column);
  return 'fileName' in origin ? `${origin.fileName}:${origin.lineNumber}:${origin.columnNumber}` : undefined;
}

if (import.meta.main) {
  const [name, position] = process.argv.slice(2);
  if (!name || !position) throw new Error('Name a function and a position: get-bot 84:56951');
  const { map } = await buildWithMap(name);
  process.stdout.write(`${findSource(map, position) ?? 'There is nothing at this position'}\n`);
}
