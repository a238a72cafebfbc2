import { readFile, writeFile } from 'node:fs/promises';

/*
 * `npm run docs` also writes `machine-sources.ts`, which contains the files in `lib/engine/sandbox/machine/`
 * as strings. Node cannot import files as text, and `npm start` runs without a bundler that could.
 */

const SANDBOX = new URL('../../lib/engine/sandbox/', import.meta.url);
const TARGET = new URL('machine-sources.ts', SANDBOX);

/** Generates the module that exports the sandbox's code as strings. */
export async function renderMachineSources(): Promise<string> {
  const [prelude, utcDates] = await Promise.all(['prelude', 'utc-dates'].map(read));
  return `// Written by \`npm run docs\` from the files in machine/. Do not edit.
export const MACHINE_PRELUDE = ${JSON.stringify(prelude)};
export const MACHINE_UTC_DATES = ${JSON.stringify(utcDates)};
`;
}

/** Reads a file without its leading comment, which the sandbox does not need. */
async function read(name: string): Promise<string> {
  const text = await readFile(new URL(`machine/${name}.js`, SANDBOX), 'utf8');
  return text.slice(text.indexOf('\n(') + 1);
}

if (import.meta.main) await writeFile(TARGET, await renderMachineSources());
