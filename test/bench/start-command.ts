import { readFileSync } from 'node:fs';

const ROOT = new URL('../../', import.meta.url);

/** The file that `npm start` runs, with its environment variables and Node options. */
export type StartCommand = { env: NodeJS.ProcessEnv; options: string[]; file: URL };

/** Reads the script from `package.json`: `NAME=value … exec node --option … file`. */
export function readStartCommand(): StartCommand {
  const { scripts } = JSON.parse(readFileSync(new URL('package.json', ROOT), 'utf8')) as {
    scripts: { start: string };
  };
  const words = scripts.start.split(' ');
  const node = words.indexOf('node');
  return {
    env: Object.fromEntries(words.slice(0, node - 1).map((word) => word.split('=') as [string, string])),
    options: words.slice(node + 1, -1),
    file: new URL(words.at(-1) ?? '', ROOT),
  };
}
