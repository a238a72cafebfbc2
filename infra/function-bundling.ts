import { fileURLToPath } from 'node:url';
import { type BundlingOptions, Charset, OutputFormat } from 'aws-cdk-lib/aws-lambda-nodejs';
import { LAZY_PACKAGES } from './lazy-packages.ts';

/** Aliases that all bundles are made with, in esbuild's terms. */
export const ALIASES = { '@aws-sdk/credential-provider-node': './lib/store/lambda-credentials.ts' };
/**
 * CommonJS has no `import.meta.url`, from which the interpreter for user code makes a `require`. Any file URL
 * will do.
 */
export const DEFINITIONS = { 'import.meta.url': JSON.stringify('file:///var/task/index.js') };

/**
 * How a function is bundled: as CommonJS, minified, from the packages' ES modules where they have them. Of
 * everything that esbuild can make, this starts fastest. The SDK is bundled too, because the one in the
 * runtime loads more slowly.
 */
export const bundling: BundlingOptions = {
  format: OutputFormat.CJS,
  target: 'node24',
  minify: true,
  mainFields: ['module', 'main'],
  bundleAwsSDK: true,
  // A file of ASCII takes half as much memory as one with a single letter outside Latin-1, and is read
  // faster.
  charset: Charset.ASCII,
  define: DEFINITIONS,
  esbuildArgs: Object.fromEntries(
    // Relative to the project root, where esbuild is started.
    Object.entries(ALIASES).map(([name, file]) => [`--alias:${name}`, file]),
  ),
};

/** Like `bundling`, for a function that runs bots: packages that few bots need are in separate files. */
export const splitBundling: BundlingOptions = {
  ...bundling,
  externalModules: [...LAZY_PACKAGES],
  esbuildArgs: {
    ...bundling.esbuildArgs,
    // `require` finds the files in `node_modules` without a package.json. `import()` would not.
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
