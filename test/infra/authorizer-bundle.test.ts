import { build } from 'esbuild';
import { expect, it } from 'vitest';
import { ESBUILD_OPTIONS } from '../../infra/functions/esbuild-options.ts';

const { alias, external, supported } = ESBUILD_OPTIONS;

/** Maximum bundle size, because every cold start of the authorizer loads the bundle. */
const MAX_BUNDLE_BYTES = 340_000;

it('bundles only the bare SDK client into the authorizer, and stays small', async () => {
  const { metafile } = await build({
    entryPoints: ['functions/triggers/authorizer.ts'],
    bundle: true,
    minify: true,
    platform: 'node',
    target: 'node24',
    format: 'cjs',
    mainFields: ['module', 'main'],
    external,
    supported,
    alias: Object.fromEntries(Object.entries(alias).filter(([, name]) => external.includes(name))),
    outfile: 'authorizer.js',
    write: false,
    metafile: true,
  });
  const [output] = Object.values(metafile.outputs);
  expect(output?.bytes).toBeLessThanOrEqual(MAX_BUNDLE_BYTES);
  const inputs = Object.keys(metafile.inputs);
  for (const absent of [
    'zod/',
    '@middy/',
    '@aws-sdk/lib-dynamodb/',
    '@aws-lambda-powertools/',
    '@opentelemetry/',
  ]) {
    expect(inputs.filter((input) => input.includes(`node_modules/${absent}`))).toEqual([]);
  }
});
