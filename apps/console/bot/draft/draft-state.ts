import type { BotDocument } from '#lib/bots/document/bot-document.ts';
import type { Clash } from '#lib/bots/editing/apply-operation.ts';
import type { EditOperation } from '#lib/bots/editing/operation.ts';
import { reverseOperation } from '#lib/bots/editing/reverse-operation.ts';
import { applyLocally } from './apply-locally.ts';

/** A document that is being edited: as the service has it, and what has been done to it since. */
export type DraftState = {
  /** The document as the service has it, as far as is known here. */
  saved: BotDocument;
  /** Operations on their way to the service. */
  sending: readonly EditOperation[];
  /** Operations that wait to be sent. */
  waiting: readonly EditOperation[];
  /** The document with all of them. */
  document: BotDocument;
};

/** An operation that does not apply to what somebody else has made of the document. */
export type EditCollision = { operation: EditOperation; clash: Clash };

/** Operations of one request. The service takes as many. */
export const MAX_SENT_OPERATIONS = 500;

export function createDraftState(saved: BotDocument): DraftState {
  return { saved, sending: [], waiting: [], document: saved };
}

/** @returns undefined if the operations do not apply to the document as it is */
export function addOperations(
  state: DraftState,
  operations: readonly EditOperation[],
): DraftState | undefined {
  const document = applyAll(state.document, operations);
  return document && { ...state, waiting: [...state.waiting, ...operations], document };
}

/** Takes back operations that were added last and have not been sent. Undefined if others have come in between. */
export function dropLatest(state: DraftState, operations: readonly EditOperation[]): DraftState | undefined {
  const kept = state.waiting.slice(0, Math.max(0, state.waiting.length - operations.length));
  const latest = state.waiting.slice(kept.length);
  if (latest.length !== operations.length || latest.some((one, index) => one !== operations[index]))
    return undefined;
  const document = applyAll(state.saved, [...state.sending, ...kept]);
  return document && { ...state, waiting: kept, document };
}

export function startSending(state: DraftState): DraftState {
  return {
    ...state,
    sending: state.waiting.slice(0, MAX_SENT_OPERATIONS),
    waiting: state.waiting.slice(MAX_SENT_OPERATIONS),
  };
}

/** The service has applied what was sent. */
export function confirmSent(state: DraftState): DraftState {
  return { ...state, saved: applyAll(state.saved, state.sending) ?? state.document, sending: [] };
}

/** The sent operations have not been applied, and wait again. */
export function returnSent(state: DraftState): DraftState {
  return { ...state, sending: [], waiting: [...state.sending, ...state.waiting] };
}

/**
 * Puts the unsent operations on another document of the service. Those that no longer apply are left out and
 * returned.
 */
export function applyOnto(
  state: DraftState,
  saved: BotDocument,
): { state: DraftState; collisions: EditCollision[] } {
  const { document, applicable, collisions } = findCollisions(saved, [...state.sending, ...state.waiting]);
  return { state: { saved, sending: [], waiting: applicable, document }, collisions };
}

/** Divides operations into those that apply, one after the other, and those that no longer do. */
export function findCollisions(
  before: BotDocument,
  operations: readonly EditOperation[],
): { document: BotDocument; applicable: EditOperation[]; collisions: EditCollision[] } {
  let document = before;
  const applicable: EditOperation[] = [];
  const collisions: EditCollision[] = [];
  for (const operation of operations) {
    const outcome = applyLocally(document, [operation]);
    if ('clash' in outcome) {
      // The other person may have done the same.
      if (!hasResult(document, operation)) collisions.push({ operation, clash: outcome.clash });
    } else {
      document = outcome.document;
      applicable.push(operation);
    }
  }
  return { document, applicable, collisions };
}

/** Returns the operation with what is there now as the value that it replaces. Undefined if nothing is there to change. */
export function replaceCurrent(document: BotDocument, operation: EditOperation): EditOperation | undefined {
  if (!('was' in operation) && !('path' in operation)) return undefined;
  const outcome = applyLocally(document, [operation]);
  if ('document' in outcome) return operation;
  const { was: _, ...others } = operation as EditOperation & { was?: unknown };
  const { current } = outcome.clash;
  const overriding = { ...others, ...(current !== undefined && { was: current }) } as EditOperation;
  return 'document' in applyLocally(document, [overriding]) ? overriding : undefined;
}

/** Tells whether the document has the result of an operation already. */
function hasResult(document: BotDocument, operation: EditOperation): boolean {
  return 'document' in applyLocally(document, [reverseOperation(operation)]);
}

function applyAll(document: BotDocument, operations: readonly EditOperation[]): BotDocument | undefined {
  const outcome = applyLocally(document, operations);
  return 'document' in outcome ? outcome.document : undefined;
}
