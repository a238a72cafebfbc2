import { existsSync } from 'node:fs';
import { findFunctionFile } from '#functions/function-file.ts';

const ROOT = new URL('../../', import.meta.url);

/** Where a bundle begins, relative to the project root. */
export type BundleEntry = {
  entry: string;
  /** Files in place of modules that the entry imports. */
  alias: Record<string, string>;
};

/** Functions with a client of S3 or Step Functions in their bundle. Lazily loaded clients are files of their own. */
export const USES_OTHER_CLIENTS = new Set([
  'generate-upload-url',
  'create-file-upload',
  'create-result-file-upload',
  'start-job',
  'get-job',
]);

const DYNAMODB_ONLY = { '@smithy/node-http-handler': './lib/platform/store/no-node-http-handler.ts' };

/** Finds the entry of a function's bundle. A function with addresses of Typebot is bundled behind them. */
export function getBundleEntry(name: string): BundleEntry {
  const file = findFunctionFile(name);
  const addresses = `lib/compatibility/${file}`;
  const parts = USES_OTHER_CLIENTS.has(name) ? {} : DYNAMODB_ONLY;
  if (!existsSync(new URL(addresses, ROOT))) return { entry: `functions/${file}`, alias: parts };
  return {
    entry: 'lib/compatibility/entry.ts',
    alias: { ...parts, '#bundled/function': `./functions/${file}`, '#bundled/addresses': `./${addresses}` },
  };
}
