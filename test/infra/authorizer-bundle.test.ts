import { build } from 'esbuild';
import { expect, it } from 'vitest';
import { getBundleEntry } from '../../infra/functions/bundle-entry.ts';
import { ESBUILD_OPTIONS } from '../../infra/functions/esbuild-options.ts';

/** Maximum bundle size, because every cold start of the authorizer loads the bundle. */
const MAX_BUNDLE_BYTES = 173_000;

it('bundles only the bare SDK client into the authorizer, and stays small', async () => {
  const { entry, alias } = getBundleEntry('authorizer');
  const { metafile } = await build({
    ...ESBUILD_OPTIONS,
    alias: { ...ESBUILD_OPTIONS.alias, ...alias },
    entryPoints: [entry],
    outfile: 'authorizer.js',
    write: false,
    metafile: true,
  });
  const [output] = Object.values(metafile.outputs);
  expect(output?.bytes).toBeLessThanOrEqual(MAX_BUNDLE_BYTES);
  const inputs = Object.keys(metafile.inputs);
  for (const absent of ['zod/', '@middy/', '@aws-sdk/lib-dynamodb/', '@aws-lambda-powertools/']) {
    expect(inputs.filter((input) => input.includes(`node_modules/${absent}`))).toEqual([]);
  }
});
