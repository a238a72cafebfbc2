import { existsSync, readFileSync } from 'node:fs';
import type { JsonObject } from '#lib/platform/json/json-object.ts';

/*
 * Exchanges of Typebot's web client with its server, read from a sibling folder that may not exist.
 */

const FOLDER = new URL('../../../../shared/moving/client/', import.meta.url);

export type RecordedExchange = {
  method: string;
  path: string;
  requestHeaders: Record<string, string | undefined>;
  requestBody: JsonObject;
  status: number;
  responseBody: JsonObject;
};

export const HAS_CLIENT_RECORDINGS = existsSync(FOLDER);

if (!HAS_CLIENT_RECORDINGS) {
  process.stderr.write('Skipping the recorded web client: ../shared/moving/client does not exist.\n');
}

/** Returns the exchanges of a scenario that call the chat API. */
export function readClientScenario(name: string): RecordedExchange[] {
  const text = readFileSync(new URL(`${name}.json`, FOLDER), 'utf8');
  const { exchanges } = JSON.parse(text) as { exchanges: RecordedExchange[] };
  return exchanges.filter(({ path }) => path.startsWith('/api/'));
}
