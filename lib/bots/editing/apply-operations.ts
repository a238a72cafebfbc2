import type { BotDocument } from '#lib/bots/document/bot-document.ts';
import type { Operation } from './operation.ts';

export type EditConflict = { index: number; path: string; was: unknown; current: unknown; message: string };

export type EditOutcome =
  | { status: 'changed'; document: BotDocument }
  | { status: 'unchanged' }
  | { status: 'conflict'; conflicts: EditConflict[] };

/**
 * Applies all operations, or none.
 *
 * @throws BAD_REQUEST for an operation that can never apply
 */
export function applyOperations(_document: BotDocument, _operations: readonly Operation[]): EditOutcome {
  return { status: 'unchanged' };
}
