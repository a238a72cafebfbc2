import type { BotDocument } from '#lib/bots/document/bot-document.ts';
import { applyOperation, type Clash } from '#lib/bots/editing/apply-operation.ts';
import { closeDocument, openDocument } from '#lib/bots/editing/edited-document.ts';
import type { EditOperation } from '#lib/bots/editing/operation.ts';

export type LocalOutcome = { document: BotDocument } | { clash: Clash };

/**
 * Applies operations as the service does, except that it does not check values with the schema of a bot: the library for
 * that is too large for a browser, and the service checks them anyway.
 *
 * @returns the document, or what stands in the way of the first operation that does not apply
 */
export function applyLocally(document: BotDocument, operations: readonly EditOperation[]): LocalOutcome {
  const edited = openDocument(document);
  for (const [index, operation] of operations.entries()) {
    const clash = tryOperation(() => applyOperation(edited, operation, `operations[${index}]`));
    if (clash) return { clash };
  }
  return { document: closeDocument(edited) };
}

/** An operation that can never apply, because somebody has deleted what it names, is in conflict with that. */
function tryOperation(apply: () => Clash | undefined): Clash | undefined {
  try {
    return apply();
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { path: '', was: undefined, current: undefined, message };
  }
}
