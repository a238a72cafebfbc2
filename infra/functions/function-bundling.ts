import { fileURLToPath } from 'node:url';
import { type BundlingOptions, Charset, OutputFormat } from 'aws-cdk-lib/aws-lambda-nodejs';
import { ESBUILD_OPTIONS } from './esbuild-options.ts';
import { LAZY_MODULES, LAZY_PACKAGES } from './lazy-packages.ts';

const { target, minify, mainFields, define, alias, external } = ESBUILD_OPTIONS;

export type BundlingChoices = {
  /** Whether the function runs bots or looks up what they need, so that packages that few bots need become files. */
  isSplit: boolean;
  /** Whether the function records traces, and therefore needs the modules that send them. */
  hasTraces: boolean;
  /** Files in place of modules. */
  alias: Record<string, string>;
};

/**
 * Returns `ESBUILD_OPTIONS` as the CDK takes them. The SDK is bundled too, because the runtime's own copy loads more
 * slowly.
 */
export function createBundling({ isSplit, hasTraces, alias: added }: BundlingChoices): BundlingOptions {
  const lazy = [...(isSplit ? LAZY_PACKAGES : []), ...(hasTraces ? Object.keys(LAZY_MODULES) : [])];
  return {
    format: OutputFormat.CJS,
    target,
    minify,
    mainFields,
    bundleAwsSDK: true,
    charset: Charset.ASCII,
    define,
    externalModules: [...external, ...(isSplit ? LAZY_PACKAGES : [])],
    esbuildArgs: { ...toArguments({ ...alias, ...added }), '--supported:dynamic-import': 'false' },
    ...(lazy.length > 0 && {
      commandHooks: {
        beforeBundling: () => [],
        beforeInstall: () => [],
        afterBundling: (_: string, outputFolder: string) => [
          [process.execPath, BUNDLE_LAZY, outputFolder, ...lazy].map((word) => `"${word}"`).join(' '),
        ],
      },
    }),
  };
}

const BUNDLE_LAZY = fileURLToPath(new URL('bundle-lazy-packages.ts', import.meta.url));

function toArguments(aliases: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(aliases).map(([name, file]) => [`--alias:${name}`, file]));
}
