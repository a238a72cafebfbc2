import { build } from 'esbuild';
import { expect, it } from 'vitest';
import { endpoints } from '#functions/endpoints.ts';
import { findFunctionFile } from '#functions/function-file.ts';

const DESCRIPTIVE = ['functions/example-data.ts', 'functions/endpoint-description.ts'];

it('leaves what only the documentation shows out of every bundle', async () => {
  const { metafile, outputFiles } = await build({
    entryPoints: endpoints.map(({ id }) => `functions/${findFunctionFile(id)}`),
    bundle: true,
    // Keeps the build short. Packages do not import descriptions.
    packages: 'external',
    platform: 'node',
    format: 'esm',
    outdir: 'bundles',
    write: false,
    metafile: true,
  });
  const outputs = Object.values(metafile.outputs).filter(({ entryPoint }) => entryPoint !== undefined);
  expect(outputs).toHaveLength(endpoints.length);
  const bytes = outputs.flatMap(({ inputs }) => DESCRIPTIVE.map((file) => inputs[file]?.bytesInOutput ?? 0));
  expect(bytes.reduce((sum, more) => sum + more, 0)).toBe(0);
  expect(outputFiles.filter(({ text }) => text.includes('describeEndpoint'))).toEqual([]);
}, 60_000);
