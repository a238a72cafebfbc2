import type { BotDocument } from '#lib/bots/document/bot-document.ts';
import type { Operation } from './operation.ts';

/** Returns the operations that restore the document from the result of these. */
export function invertOperations(_document: BotDocument, _operations: readonly Operation[]): Operation[] {
  return [];
}
