import type { BotDocument } from '#lib/bots/document/bot-document.ts';
import { applyOperation } from './apply-operation.ts';
import { type EditedDocument, openDocument } from './edited-document.ts';
import type { EditOperation } from './operation.ts';

/*
 * Planners turn what a person wants, such as deleting a group, into operations on a document as it is. They are pure, and
 * load nothing that a browser should not: the service checks values when it applies the operations.
 */

/** Operations planned so far, and the document as they leave it. */
export type EditPlan = { edited: EditedDocument; operations: EditOperation[] };

export function createPlan(document: BotDocument): EditPlan {
  return { edited: openDocument(document), operations: [] };
}

/** @throws RangeError if the operation does not apply */
export function addOperation(plan: EditPlan, operation: EditOperation): void {
  const clash = applyOperation(plan.edited, operation, `operations[${plan.operations.length}]`);
  if (clash) throw new RangeError(`Cannot plan ${operation.op}: ${clash.path} ${clash.message}`);
  plan.operations.push(operation);
}
