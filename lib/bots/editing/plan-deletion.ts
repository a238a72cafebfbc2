import { BOT_LINK } from '#lib/blocks/logic/bot-link.ts';
import type { BotDocument, Edge } from '#lib/bots/document/bot-document.ts';
import { getEdgeOwners, getJump } from '#lib/bots/flow/flow-graph.ts';
import { isJsonObject, type JsonObject } from '#lib/platform/json/json-object.ts';
import { findNamers, getOrigin } from './edge-origins.ts';
import { addOperation, createPlan, type EditPlan } from './edit-plan.ts';
import {
  type BlockNode,
  closeGroup,
  type EditedDocument,
  findBlock,
  findGroup,
  findIndexById,
  getBlock,
  getElements,
} from './edited-document.ts';
import type { EditOperation, Origin } from './operation.ts';

/*
 * Deletes an element, after the edges that begin or end at it. A jump to it stays and loses its target, so that the check of
 * the flow shows it. All return an empty list if the element is not in the document.
 */

/** Ids that nothing has any more once the elements are deleted. */
type Deletion = {
  groupIds: ReadonlySet<string>;
  blockIds: ReadonlySet<string>;
  isDeleted: (origin: Origin) => boolean;
  /** Ids of the edges that the deleted elements name. */
  namedEdgeIds: ReadonlySet<string>;
};

/**
 * Deletes a group with its blocks.
 *
 * @param botId the bot's own id, so that links to it by id are recognised
 */
export function planGroupDeletion(document: BotDocument, groupId: string, botId?: string): EditOperation[] {
  const plan = createPlan(document);
  const { edited } = plan;
  const group = findGroup(edited, groupId);
  if (!group) return [];
  const isOnly = edited.groups.every((other) => other === group || other.value.id !== groupId);
  removeLinks(plan, createBlockDeletion(edited, group.blocks, new Set(isOnly ? [groupId] : [])), botId);
  addOperation(plan, { op: 'deleteGroup', was: closeGroup(group) });
  return plan.operations;
}

/** @param botId the bot's own id, so that links to it by id are recognised */
export function planBlockDeletion(document: BotDocument, blockId: string, botId?: string): EditOperation[] {
  const plan = createPlan(document);
  const { edited } = plan;
  const node = findBlock(edited, blockId);
  if (!node) return [];
  removeLinks(plan, createBlockDeletion(edited, [node], new Set()), botId);
  addOperation(plan, { op: 'deleteBlock', groupId: node.group.value.id, was: getBlock(node) });
  return plan.operations;
}

export function planItemDeletion(document: BotDocument, blockId: string, itemId: string): EditOperation[] {
  const plan = createPlan(document);
  const node = findBlock(plan.edited, blockId);
  const item = node && findItem(getBlock(node), itemId);
  if (!node || !item) return [];
  removeLinks(plan, {
    groupIds: new Set(),
    blockIds: new Set(),
    isDeleted: (origin) => origin.blockId === blockId && origin.itemId === itemId,
    namedEdgeIds: listNamedEdgeIds([{ items: [item] }]),
  });
  const was = findItem(getBlock(node), itemId) ?? item;
  addOperation(plan, { op: 'deleteItem', blockId, was });
  return plan.operations;
}

export function planEventDeletion(document: BotDocument, eventId: string): EditOperation[] {
  const plan = createPlan(document);
  const { edited } = plan;
  const event = edited.events[findIndexById(edited.events, eventId)];
  if (!event) return [];
  removeLinks(plan, {
    groupIds: new Set(),
    blockIds: new Set(),
    isDeleted: (origin) => origin.eventId === eventId,
    namedEdgeIds: listNamedEdgeIds([event]),
  });
  const was = edited.events[findIndexById(edited.events, eventId)] ?? event;
  addOperation(plan, { op: 'deleteEvent', was });
  return plan.operations;
}

/** Deletes a variable. What uses it stays as it is: `listVariableUses` lists that. */
export function planVariableDeletion({ variables }: BotDocument, variableId: string): EditOperation[] {
  const was = variables.find(({ id }) => id === variableId);
  return was ? [{ op: 'deleteVariable', was }] : [];
}

function findItem(block: JsonObject, itemId: string): (JsonObject & { id: string }) | undefined {
  const items = getElements(block, 'items');
  return items[findIndexById(items, itemId)] as (JsonObject & { id: string }) | undefined;
}

function createBlockDeletion(
  edited: EditedDocument,
  nodes: readonly BlockNode[],
  groupIds: ReadonlySet<string>,
): Deletion {
  const deleted = new Set(nodes);
  const blocks = nodes.map(({ value }) => value).filter(isJsonObject);
  const blockIds = new Set(
    blocks
      .map(({ id }) => id)
      .filter((id): id is string => typeof id === 'string')
      .filter((id) => [...(edited.blocksById.get(id) ?? [])].every((node) => deleted.has(node))),
  );
  return {
    groupIds,
    blockIds,
    isDeleted: ({ blockId }) => blockId !== undefined && blockIds.has(blockId),
    namedEdgeIds: listNamedEdgeIds(blocks),
  };
}

function listNamedEdgeIds(elements: readonly JsonObject[]): Set<string> {
  return new Set(elements.flatMap((element) => getEdgeOwners(element, '').map(({ edgeId }) => edgeId)));
}

/** Plans what has to go before the elements: edges from them and to them, and the targets of jumps. */
function removeLinks(plan: EditPlan, deletion: Deletion, botId?: string): void {
  for (const was of plan.edited.edges.filter((edge) => isLeftOver(plan.edited, edge, deletion))) {
    addOperation(plan, { op: 'disconnect', was });
  }
  for (const node of plan.edited.jumps) clearTarget(plan, node, deletion, botId);
}

function isLeftOver(edited: EditedDocument, edge: Edge, deletion: Deletion): boolean {
  const { groupIds, blockIds, isDeleted, namedEdgeIds } = deletion;
  const { groupId, blockId } = edge.to;
  if (groupIds.has(groupId) || (blockId !== undefined && blockIds.has(blockId))) return true;
  if (isDeleted(getOrigin(edge))) return true;
  return namedEdgeIds.has(edge.id) && findNamers(edited, edge.id).every(isDeleted);
}

function clearTarget(plan: EditPlan, node: BlockNode, deletion: Deletion, botId: string | undefined): void {
  const block = getBlock(node);
  const { groupId, blockId } = getJump(block, botId) ?? {};
  const leadsToGroup = groupId !== undefined && deletion.groupIds.has(groupId);
  const leadsToBlock = blockId !== undefined && deletion.blockIds.has(blockId);
  if ((!leadsToGroup && !leadsToBlock) || deletion.blockIds.has(block.id)) return;
  // A link to a group leads to its beginning, whatever block it names.
  const keys = leadsToGroup || block.type !== BOT_LINK.type ? ['blockId', 'groupId'] : ['blockId'];
  const options = block.options as JsonObject;
  for (const key of keys.filter((name) => options[name] !== undefined)) {
    addOperation(plan, { op: 'changeBlock', blockId: block.id, path: ['options', key], was: options[key] });
  }
}
