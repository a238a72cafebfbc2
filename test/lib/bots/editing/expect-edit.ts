import { expect } from 'vitest';
import type { BotDocument } from '#lib/bots/document/bot-document.ts';
import { applyOperations } from '#lib/bots/editing/apply-operations.ts';
import { invertOperations } from '#lib/bots/editing/invert-operations.ts';
import { type EditOperation, operation } from '#lib/bots/editing/operation.ts';
import { frozen } from '#test/lib/bots/migrations/small-bot.ts';

/**
 * Applies operations, and returns the new document. Expects that each is valid, that undoing them restores the document byte
 * for byte, and that repeating them changes nothing.
 */
export function expectEdit(document: BotDocument, operations: readonly EditOperation[]): BotDocument {
  for (const one of operations) expect(operation().safeParse(one).error).toBeUndefined();
  const outcome = applyOperations(document, operations);
  if (outcome.status !== 'changed') throw new Error(JSON.stringify(outcome));
  const undone = applyOperations(outcome.document, invertOperations(document, operations));
  expect(undone.status === 'changed' && JSON.stringify(undone.document)).toBe(JSON.stringify(document));
  expect(applyOperations(outcome.document, operations)).toStrictEqual({ status: 'unchanged' });
  return frozen(outcome.document);
}

/** Returns a maker of ids `new-1`, `new-2`, …. */
export function createIdMaker(): () => string {
  let count = 0;
  return () => {
    count += 1;
    return `new-${count}`;
  };
}
