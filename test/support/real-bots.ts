import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { JsonObject } from '#lib/platform/json/json-object.ts';

/*
 * Real bots of every version, which are not part of the repository. Tests read them from a sibling folder and are
 * skipped if it does not exist.
 */
const FOLDER = resolve(import.meta.dirname, '../../../shared/bots');

export const REAL_BOTS = existsSync(FOLDER)
  ? readdirSync(FOLDER).filter((name) => name.endsWith('.json'))
  : [];
/** The same bots, migrated to the latest version by Typebot. */
export const MIGRATED_BOTS = existsSync(join(FOLDER, 'migrated'))
  ? readdirSync(join(FOLDER, 'migrated'))
      .filter((name) => name.endsWith('.json'))
      .map((name) => `migrated/${name}`)
  : [];
if (REAL_BOTS.length === 0) {
  process.stderr.write('Skipping the tests with real bots: ../shared/bots does not exist.\n');
}

export function readRealBot(name: string): JsonObject {
  return JSON.parse(readFileSync(join(FOLDER, name), 'utf8')) as JsonObject;
}
