import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { JsonObject } from '#lib/platform/json/json-object.ts';

/* Requests that Typebot refused, read from a sibling folder that may not exist. */

const FOLDER = new URL('../../../shared/moving/api/errors/', import.meta.url);

export type RecordedError = {
  /** File name without its ending. Chats' begin with `viewer.`. */
  name: string;
  request: {
    method: string;
    path: string;
    query: Record<string, string>;
    /** `Bearer <mara's token>`, or another text that is sent as it is. */
    authorization: string | null;
    body?: JsonObject;
  };
  status: number;
  body: JsonObject | string;
};

export const HAS_RECORDED_ERRORS = existsSync(FOLDER);

if (!HAS_RECORDED_ERRORS) {
  process.stderr.write('Skipping the recorded errors: ../shared/moving/api/errors does not exist.\n');
}

export function readRecordedErrors(): RecordedError[] {
  if (!HAS_RECORDED_ERRORS) return [];
  return readdirSync(FOLDER)
    .toSorted()
    .map((file) => ({
      name: file.replace(/\.json$/, ''),
      ...(JSON.parse(readFileSync(new URL(file, FOLDER), 'utf8')) as Omit<RecordedError, 'name'>),
    }))
    .filter(({ request }) => request !== undefined);
}
