import { readFile, writeFile } from 'node:fs/promises';

/*
 * `npm run docs` also writes `machine-sources.ts`: the files in `lib/engine/sandbox/machine/` as texts. Node
 * cannot import a file as text, and `npm start` runs the sources as they are, without a bundler that could.
 */

const SANDBOX = new URL('../../engine/sandbox/', import.meta.url);
const TARGET = new URL('machine-sources.ts', SANDBOX);

/** The module that holds the code of the machine as texts. */
export async function machineSources(): Promise<string> {
  const [prelude, utcDates] = await Promise.all(['prelude', 'utc-dates'].map(read));
  return `// Written by \`npm run docs\` from the files in machine/. Do not edit.
export const MACHINE_PRELUDE = ${JSON.stringify(prelude)};
export const MACHINE_UTC_DATES = ${JSON.stringify(utcDates)};
`;
}

/** A file without the comments at its head, which nobody reads in the machine. */
async function read(name: string): Promise<string> {
  const text = await readFile(new URL(`machine/${name}.js`, SANDBOX), 'utf8');
  return text.slice(text.indexOf('\n(') + 1);
}

if (import.meta.main) await writeFile(TARGET, await machineSources());
