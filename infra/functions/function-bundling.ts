import { fileURLToPath } from 'node:url';
import { type BundlingOptions, Charset, OutputFormat } from 'aws-cdk-lib/aws-lambda-nodejs';
import { ESBUILD_OPTIONS } from './esbuild-options.ts';
import { LAZY_PACKAGES } from './lazy-packages.ts';

const { target, minify, mainFields, define, alias } = ESBUILD_OPTIONS;

/** `ESBUILD_OPTIONS` as the CDK takes them. The SDK is bundled too, because the runtime's own copy loads more slowly. */
export const bundling: BundlingOptions = {
  format: OutputFormat.CJS,
  target,
  minify,
  mainFields,
  bundleAwsSDK: true,
  charset: Charset.ASCII,
  define,
  esbuildArgs: toArguments(alias),
};

/**
 * Like `bundling`, for functions that run bots or look up what bots need: packages that few bots need become
 * separate files.
 */
export const splitBundling: BundlingOptions = {
  ...bundling,
  externalModules: [...LAZY_PACKAGES],
  esbuildArgs: {
    ...bundling.esbuildArgs,
    // Turns `import()` into `require`, which finds files in `node_modules` that have no package.json.
    '--supported:dynamic-import': 'false',
  },
  commandHooks: {
    beforeBundling: () => [],
    beforeInstall: () => [],
    afterBundling: (_, outputFolder) => [
      [process.execPath, fileURLToPath(new URL('bundle-lazy-packages.ts', import.meta.url)), outputFolder]
        .map((word) => `"${word}"`)
        .join(' '),
    ],
  },
};

/** Adds files in place of modules to the options. */
export function withAlias(options: BundlingOptions, added: Record<string, string>): BundlingOptions {
  return { ...options, esbuildArgs: { ...options.esbuildArgs, ...toArguments(added) } };
}

function toArguments(aliases: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(aliases).map(([name, file]) => [`--alias:${name}`, file]));
}
