import { build, type Metafile } from 'esbuild';
import { beforeAll, expect, it } from 'vitest';
import { endpoints } from '#functions/endpoints.ts';
import { findFunctionFile } from '#functions/function-file.ts';

/** The strict descriptions of blocks are 50 KB, which only checks, documentation and forms need. */
const OF_BLOCKS = /^lib\/blocks\/(?:block-descriptions|field-schema|.*\.options)\.ts$/;
const DESCRIPTIVE = ['functions/example-data.ts', 'functions/endpoint-description.ts'];

let outputs: Metafile['outputs'][string][];
let texts: string[];
beforeAll(async () => {
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
  outputs = Object.values(metafile.outputs).filter(({ entryPoint }) => entryPoint !== undefined);
  texts = outputFiles.map(({ text }) => text);
}, 60_000);

it('leaves what only the documentation shows out of every bundle', () => {
  expect(outputs).toHaveLength(endpoints.length);
  const bytes = outputs.flatMap(({ inputs }) => DESCRIPTIVE.map((file) => inputs[file]?.bytesInOutput ?? 0));
  expect(bytes.reduce((sum, more) => sum + more, 0)).toBe(0);
  expect(texts.filter((text) => text.includes('describeEndpoint'))).toEqual([]);
});

it('has the strict descriptions of blocks in the check alone', () => {
  const describing = outputs.filter(({ inputs }) =>
    Object.entries(inputs).some(([file, { bytesInOutput }]) => OF_BLOCKS.test(file) && bytesInOutput > 0),
  );
  expect(describing.map(({ entryPoint }) => entryPoint)).toEqual(['functions/bots/check-bot.ts']);
});
