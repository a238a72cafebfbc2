import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { JsonObject } from '#lib/platform/json/json-object.ts';

/*
 * Recorded conversations with third-party bots, read from a sibling folder that may not exist.
 */

const FOLDER = new URL('../../../shared/transcripts/', import.meta.url);
const BOTS = new URL('../../../shared/bots/', import.meta.url);

export type RecordedResult = {
  isCompleted: boolean;
  hasStarted: boolean;
  variables: { id: string; name: string; value: unknown }[];
  answers: { blockId: string; content: string }[];
};

export type RecordedStep = {
  request: { operation: 'startChat' | 'continueChat'; body: JsonObject };
  status: number;
  response: JsonObject;
  resultAfter?: { status: number; response: { result: RecordedResult } };
};

export type RecordedConversation = {
  steps: RecordedStep[];
  end: string;
  result: { status: number; response: { result: RecordedResult } } | null;
};

export type Transcript = { bot: string; conversations: Record<string, RecordedConversation> };

export const TRANSCRIPTS: string[] = existsSync(FOLDER)
  ? readdirSync(FOLDER).filter((name) => name.endsWith('.json') && name !== 'extra__input-matrix.json')
  : [];

export function readTranscript(name: string): Transcript {
  return JSON.parse(readFileSync(new URL(name, FOLDER), 'utf8')) as Transcript;
}

export function readTranscriptBot({ bot }: Transcript): JsonObject {
  const file = bot.startsWith('bots/') ? new URL(bot, FOLDER) : new URL(bot, BOTS);
  return JSON.parse(readFileSync(file, 'utf8')) as JsonObject;
}
