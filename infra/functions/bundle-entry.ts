import { existsSync } from 'node:fs';
import { findFunctionFile } from '#functions/function-file.ts';

const ROOT = new URL('../../', import.meta.url);

/** Where a bundle begins, relative to the project root. */
export type BundleEntry = {
  entry: string;
  /** Files in place of modules that the entry imports. */
  alias: Record<string, string>;
};

/** Finds the entry of a function's bundle. A function with addresses of Typebot is bundled behind them. */
export function getBundleEntry(name: string): BundleEntry {
  const file = findFunctionFile(name);
  const addresses = `lib/compatibility/${file}`;
  if (!existsSync(new URL(addresses, ROOT))) return { entry: `functions/${file}`, alias: {} };
  return {
    entry: 'lib/compatibility/entry.ts',
    alias: { '#bundled/function': `./functions/${file}`, '#bundled/addresses': `./${addresses}` },
  };
}
