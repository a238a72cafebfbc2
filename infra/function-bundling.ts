import { fileURLToPath } from 'node:url';
import { type BundlingOptions, Charset, OutputFormat } from 'aws-cdk-lib/aws-lambda-nodejs';
import { LAZY_PACKAGES } from './lazy-packages.ts';

/** What all bundles are made with, in esbuild's words. */
export const ALIASES = { '@aws-sdk/credential-provider-node': './lib/store/lambda-credentials.ts' };
/** CommonJS has none, and the machine for user code makes a `require` of it. Any address of a file will do. */
export const DEFINITIONS = { 'import.meta.url': JSON.stringify('file:///var/task/index.js') };

/**
 * How a function is bundled. CommonJS, minified, the packages' ES modules first: of what esbuild can make, this
 * starts fastest. The SDK is bundled too, for the one that the runtime brings is slower to load.
 */
export const bundling: BundlingOptions = {
  format: OutputFormat.CJS,
  target: 'node24',
  minify: true,
  mainFields: ['module', 'main'],
  bundleAwsSDK: true,
  // A file of ASCII is half as large in memory, and read faster than one with a single letter outside of Latin-1.
  charset: Charset.ASCII,
  define: DEFINITIONS,
  esbuildArgs: Object.fromEntries(
    // Relative to the project root, where esbuild is started.
    Object.entries(ALIASES).map(([name, file]) => [`--alias:${name}`, file]),
  ),
};

/** The same for a function that runs bots: what few bots need is in files of its own. */
export const splitBundling: BundlingOptions = {
  ...bundling,
  externalModules: [...LAZY_PACKAGES],
  esbuildArgs: {
    ...bundling.esbuildArgs,
    // `require` finds the files in `node_modules` without a package.json, `import()` would not.
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
