import type { BotDocument } from '#lib/bots/document/bot-document.ts';
import { findNamers, findOwner, getOrigin, withOrigin } from './edge-origins.ts';
import { addOperation, createPlan, type EditPlan } from './edit-plan.ts';
import { type BlockNode, findBlock, findIndexById, getBlock, getElements } from './edited-document.ts';
import type { EditOperation, Origin } from './operation.ts';
import { planItemDeletion } from './plan-deletion.ts';

type ItemInBlock = { blockId: string; itemId: string };

/**
 * Moves an item, with the edges of the item and its buttons, to a position in a block of the same type.
 *
 * @param newId makes the item's id if the other block has an item with the same one
 * @throws RangeError if the item or the block is not in the document, or the types differ
 */
export function planItemMove(
  document: BotDocument,
  { blockId, itemId }: ItemInBlock,
  target: { blockId: string; index: number },
  newId: () => string,
): EditOperation[] {
  const plan = createPlan(document);
  const source = findBlock(plan.edited, blockId);
  const goal = findBlock(plan.edited, target.blockId);
  const index = findItemIndex(source, itemId);
  if (!source || !goal || index < 0) throw new RangeError('The item or the block is not in the document');
  if (source === goal) {
    if (index === target.index) return [];
    return [{ op: 'moveItem', blockId, itemId, was: index, value: target.index }];
  }
  if (getBlock(source).type !== getBlock(goal).type) throw new RangeError('The blocks have different types');
  const moved = { blockId: target.blockId, itemId: findItemIndex(goal, itemId) < 0 ? itemId : newId() };
  const toMoved = (origin: Origin): Origin =>
    origin.blockId === blockId && origin.itemId === itemId ? { ...origin, ...moved } : origin;

  const namers = new Map(document.edges.map(({ id }) => [id, findNamers(plan.edited, id).map(toMoved)]));
  const deletion = planItemDeletion(document, blockId, itemId);
  for (const operation of deletion) {
    addOperation(plan, operation);
    if (operation.op !== 'deleteItem') continue;
    const value = { ...operation.was, id: moved.itemId };
    addOperation(plan, { op: 'addItem', blockId: moved.blockId, value, index: target.index });
  }
  for (const operation of deletion) {
    if (operation.op !== 'disconnect') continue;
    const { was } = operation;
    connectAgain(plan, withOrigin(was, toMoved(getOrigin(was))), namers.get(was.id) ?? []);
  }
  return plan.operations;
}

function findItemIndex(node: BlockNode | undefined, itemId: string): number {
  return node ? findIndexById(getElements(getBlock(node), 'items'), itemId) : -1;
}

/** An edge that begins at a missing element begins at one that names it from now on, or is dropped if none does. */
function connectAgain(plan: EditPlan, edge: BotDocument['edges'][number], namedBy: Origin[]): void {
  const [first] = namedBy;
  if (findOwner(plan.edited, getOrigin(edge))) addOperation(plan, { op: 'connect', value: edge, namedBy });
  else if (first) addOperation(plan, { op: 'connect', value: withOrigin(edge, first), namedBy });
}
