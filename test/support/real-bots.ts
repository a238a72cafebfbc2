import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { JsonObject } from '#lib/json/json-object.ts';

/*
 * Real bots of every age. They are no part of the repository: tests read them where they lie beside it, and are skipped
 * where they do not.
 */
const FOLDER = resolve(import.meta.dirname, '../../../shared/bots');

export const REAL_BOTS = existsSync(FOLDER)
  ? readdirSync(FOLDER).filter((name) => name.endsWith('.json'))
  : [];
/** The same bots as the product that they come from has brought them to its latest version. */
export const MIGRATED_BOTS = existsSync(join(FOLDER, 'migrated'))
  ? readdirSync(join(FOLDER, 'migrated'))
      .filter((name) => name.endsWith('.json'))
      .map((name) => `migrated/${name}`)
  : [];
if (REAL_BOTS.length === 0) {
  process.stderr.write('Skipped: the tests with real bots, because ../shared/bots is not there.\n');
}

export function readRealBot(name: string): JsonObject {
  return JSON.parse(readFileSync(join(FOLDER, name), 'utf8')) as JsonObject;
}
