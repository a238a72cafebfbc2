import { build } from 'esbuild';
import { expect, it } from 'vitest';

/** Every cold request waits for the authorizer's bundle to load. */
const MAX_BUNDLE_BYTES = 340_000;

it('the authorizer is built from the bare SDK client, and stays small', async () => {
  const { metafile } = await build({
    entryPoints: ['functions/authorizer.ts'],
    bundle: true,
    minify: true,
    platform: 'node',
    target: 'node24',
    format: 'cjs',
    mainFields: ['module', 'main'],
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
