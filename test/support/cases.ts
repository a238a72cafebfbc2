import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { JsonObject } from '#lib/platform/json/json-object.ts';

/*
 * Faults from public reports: whole bot documents with the replies to give. They are not part of the repository: tests
 * read them from a sibling folder and are skipped if it does not exist.
 */
const FOLDER = resolve(import.meta.dirname, '../../../shared/cases');

/** A case with the keys that most of them have. Others are described by its `note`. */
export type Case = JsonObject & { bot: JsonObject; replies: string[] };

export const CASES: readonly string[] = existsSync(FOLDER)
  ? readdirSync(FOLDER).filter((name) => name.endsWith('.json'))
  : [];
if (CASES.length === 0) {
  process.stderr.write('Skipping the cases from reports: ../shared/cases does not exist.\n');
}

/** @param number what the file's name begins with, for example `07` or `p06` */
export function readCase<T extends JsonObject = Case>(number: string): T {
  const file = CASES.find((name) => name.startsWith(`${number}-`));
  if (!file) throw new Error(`There is no case ${number}`);
  return JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as T;
}
