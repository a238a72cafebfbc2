import type { BuildOptions } from 'esbuild';
import { LAZY_MODULES } from './lazy-packages.ts';

/** Parts of the SDK that no function uses, replaced in all bundles. Each file says why. */
export const ALIASES = {
  '@aws-sdk/credential-provider-node': './lib/platform/store/lambda-credentials.ts',
  '@aws-sdk/endpoint-cache': './lib/platform/store/no-endpoint-cache.ts',
  '@smithy/core/event-streams': './lib/platform/store/no-event-streams.ts',
};

/**
 * CommonJS has no `import.meta`. The QuickJS module passes its URL to `createRequire`, and any file URL will do. `loadPackage` looks
 * for packages beside the bundle's own file.
 */
export const DEFINITIONS = {
  'import.meta.url': JSON.stringify('file:///var/task/index.js'),
  'import.meta.filename': '__filename',
};

/**
 * Minified CommonJS, preferring the packages' ES modules as input, because this combination has the fastest cold
 * start. Everything that is deployed is built with these options. Paths are relative to the project root.
 */
export const ESBUILD_OPTIONS = {
  bundle: true,
  minify: true,
  platform: 'node',
  format: 'cjs',
  target: 'node24',
  mainFields: ['module', 'main'],
  // V8 stores source text with a single character outside Latin-1 in twice the memory, and reads it more slowly.
  charset: 'ascii',
  define: DEFINITIONS,
  alias: {
    ...ALIASES,
    ...Object.fromEntries(Object.entries(LAZY_MODULES).map(([name, module]) => [module, name])),
  },
  external: Object.keys(LAZY_MODULES),
  // Turns `import()` into `require`, which finds files in `node_modules` that have no package.json.
  supported: { 'dynamic-import': false },
} satisfies BuildOptions;
