import type { BotDocument, Edge } from '#lib/bots/document/bot-document.ts';
import {
  createNameChange,
  EDGE_KEY,
  findNamers,
  findOwner,
  getOrigin,
  isSameOrigin,
  withOrigin,
} from './edge-origins.ts';
import { addOperation, createPlan, type EditPlan } from './edit-plan.ts';
import type { EditOperation, Origin } from './operation.ts';

/** Where an edge leads: to a group, or to a block in it. */
export type EdgeTarget = { groupId: string; blockId?: string };

/**
 * Leads an event, block, item or button to a target, instead of where it leads now. Without a target, it leads nowhere.
 *
 * @returns an empty list if it leads there already
 * @throws RangeError if the origin or the target is not in the document
 */
export function planConnection(
  document: BotDocument,
  from: Omit<Origin, 'before'>,
  to: EdgeTarget | undefined,
  newId: () => string,
): EditOperation[] {
  const plan = createPlan(document);
  const owner = findOwner(plan.edited, from);
  if (!owner) throw new RangeError('The element is not in the document');
  const current = document.edges.find(({ id }) => id === owner[EDGE_KEY]);
  if (current && to && isSameTarget(current, to)) return [];
  if (current) planDisconnection(plan, current, from);
  else if (owner[EDGE_KEY] !== undefined) {
    addOperation(plan, createNameChange(plan.edited, from, { was: owner[EDGE_KEY] }));
  }
  for (const edge of plan.edited.edges.filter((one) => isUnnamedFrom(plan, one, from))) {
    addOperation(plan, { op: 'disconnect', was: edge });
  }
  if (to) addOperation(plan, { op: 'connect', value: { id: newId(), from, to } });
  return plan.operations;
}

function isSameTarget({ to }: Edge, { groupId, blockId }: EdgeTarget): boolean {
  return to.groupId === groupId && to.blockId === blockId;
}

/** Disconnects an edge from one of the elements that name it. The others keep it. */
function planDisconnection(plan: EditPlan, was: Edge, from: Origin): void {
  const others = findNamers(plan.edited, was.id).filter((origin) => !isSameOrigin(origin, from));
  addOperation(plan, { op: 'disconnect', was });
  const [first] = others;
  if (!first) return;
  const isKept = !isSameOrigin(getOrigin(was), from) && findOwner(plan.edited, getOrigin(was));
  addOperation(plan, { op: 'connect', value: isKept ? was : withOrigin(was, first), namedBy: others });
}

/** An edge that is drawn from an element without being named is never followed. */
function isUnnamedFrom({ edited }: EditPlan, edge: Edge, from: Origin): boolean {
  return isSameOrigin(getOrigin(edge), from) && findNamers(edited, edge.id).length === 0;
}
