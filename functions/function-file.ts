import { existsSync, readdirSync } from 'node:fs';

const FOLDER = new URL('./', import.meta.url);

/**
 * Finds the file with a function's handler, relative to `functions/`, such as `bots/get-bot.ts`. A function is known by
 * its name alone, which is part of its resources' names: the area that it belongs to may change.
 *
 * @throws Error if there is no such file
 */
export function findFunctionFile(name: string): string {
  const files = readdirSync(FOLDER, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((area) => `${area.name}/${name}.ts`);
  const file = files.find((path) => existsSync(new URL(path, FOLDER)));
  if (file === undefined) throw new Error(`No folder of functions/ has ${name}.ts`);
  return file;
}
