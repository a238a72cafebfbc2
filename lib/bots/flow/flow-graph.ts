import { BOT_LINK } from '#lib/blocks/logic/bot-link.ts';
import { JUMP } from '#lib/blocks/logic/jump.ts';
import { START } from '#lib/blocks/start.ts';
import type { BotFlow, Edge, Group } from '#lib/bots/document/bot-document.ts';
import { isV6 } from '#lib/bots/document/bot-version.ts';
import { isJsonObject, type JsonObject } from '#lib/platform/json/json-object.ts';

/*
 * The connections between the blocks and groups of a flow. The runtime follows the edge referenced by a
 * block, item or event, so only that reference counts here. An edge that nothing references is never taken,
 * whatever its `from` says.
 */

/** Value of `options.typebotId` that refers to the bot itself. */
const CURRENT_BOT = 'current';

/** An element that refers to an edge, with its path in the document. */
export type EdgeOwner = { edgeId: string; path: string };

export type LocatedBlock = { group: Group; block: JsonObject; path: string };

/**
 * Returns every block that is an object, with its path.
 *
 * @example
 * const bot = { groups: [{ id: 'welcome', blocks: [{ id: 'ask-name' }] }] };
 * getBlocks(bot).map(({ path }) => path); // ['bot.groups[0].blocks[0]']
 */
export function getBlocks({ groups }: BotFlow): LocatedBlock[] {
  return groups.flatMap((group, groupIndex) =>
    group.blocks.flatMap((block, blockIndex) =>
      isJsonObject(block) ? [{ group, block, path: `bot.groups[${groupIndex}].blocks[${blockIndex}]` }] : [],
    ),
  );
}

/** Returns the exits of a block: the block itself, its items, and the buttons of its cards. */
export function getEdgeOwners(block: JsonObject, path: string): EdgeOwner[] {
  const own = toOwner(block, path);
  const items = objectsIn(block.items).flatMap(({ value: item, index }) => {
    const itemPath = `${path}.items[${index}]`;
    const buttons = objectsIn(item.paths).flatMap(({ value, index: button }) =>
      toOwner(value, `${itemPath}.paths[${button}]`),
    );
    return [...toOwner(item, itemPath), ...buttons];
  });
  return [...own, ...items];
}

function toOwner(owner: JsonObject, path: string): EdgeOwner[] {
  return typeof owner.outgoingEdgeId === 'string'
    ? [{ edgeId: owner.outgoingEdgeId, path: `${path}.outgoingEdgeId` }]
    : [];
}

function objectsIn(list: unknown): { value: JsonObject; index: number }[] {
  if (!Array.isArray(list)) return [];
  return list.flatMap((value, index) => (isJsonObject(value) ? [{ value, index }] : []));
}

/** The target of a Jump block, or of a link to the bot itself. */
export type Jump = { groupId: string | undefined; blockId: string | undefined };

/** Returns undefined for blocks that do not jump within the bot. */
export function getJump(block: JsonObject, botId: string | undefined): Jump | undefined {
  const options = isJsonObject(block.options) ? block.options : {};
  const isLinkToItself =
    block.type === BOT_LINK.type &&
    (options.typebotId === CURRENT_BOT || (botId !== undefined && options.typebotId === botId));
  if (block.type !== JUMP.type && !isLinkToItself) return undefined;
  return { groupId: toText(options.groupId), blockId: toText(options.blockId) };
}

function toText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Whether the target is a variable, resolved only when the bot runs. */
export function isDynamicTarget(groupId: string): boolean {
  return /^\{\{.*\}\}$/s.test(groupId);
}

/**
 * Entry points of conversations: the start event and any other events. Before version 6, the group with the start
 * block.
 */
export type Entries = {
  hasStart: boolean;
  /** Whether the start leads to an existing group. */
  isConnected: boolean;
  groupIds: string[];
};

export function getEntries(flow: BotFlow): Entries {
  const edges = edgesById(flow);
  const groupIds = new Set(flow.groups.map((group) => group.id));
  const getTarget = (owner: JsonObject): string[] => {
    const edge = typeof owner.outgoingEdgeId === 'string' ? edges.get(owner.outgoingEdgeId) : undefined;
    return edge && groupIds.has(edge.to.groupId) ? [edge.to.groupId] : [];
  };
  if (isV6(flow.version)) {
    const events = flow.events ?? [];
    const starts = events.filter((event) => event.type === 'start');
    return {
      hasStart: starts.length > 0,
      isConnected: starts.some((event) => getTarget(event).length > 0),
      groupIds: events.flatMap(getTarget),
    };
  }
  const starts = getBlocks(flow).filter(({ block }) => block.type === START.type);
  return {
    hasStart: starts.length > 0,
    // The start block may share its group with other blocks, which run next without an edge.
    isConnected: starts.some(({ group, block }) => group.blocks.length > 1 || getTarget(block).length > 0),
    groupIds: starts.map(({ group }) => group.id),
  };
}

export function edgesById({ edges }: BotFlow): Map<string, Edge> {
  return new Map(edges.map((edge) => [edge.id, edge]));
}

/**
 * Returns the groups a conversation can reach through edges, jumps and links to the bot itself. Undefined if a
 * jump's target is a variable, because it could be any group.
 */
export function reachableGroupIds(flow: BotFlow, botId: string | undefined): Set<string> | undefined {
  const next = collectNextGroupIds(flow, botId);
  if (!next) return undefined;
  const reached = new Set<string>();
  const toVisit = [...getEntries(flow).groupIds];
  for (let id = toVisit.pop(); id !== undefined; id = toVisit.pop()) {
    if (reached.has(id)) continue;
    reached.add(id);
    for (const target of next.get(id) ?? []) toVisit.push(target);
  }
  return reached;
}

/** Returns the groups that each group leads to. Undefined if the target of a jump is a variable. */
function collectNextGroupIds(flow: BotFlow, botId: string | undefined): Map<string, string[]> | undefined {
  const edges = edgesById(flow);
  const next = new Map<string, string[]>();
  for (const { group, block, path } of getBlocks(flow)) {
    const targets = next.get(group.id) ?? [];
    next.set(group.id, targets);
    for (const { edgeId } of getEdgeOwners(block, path)) {
      const edge = edges.get(edgeId);
      if (edge) targets.push(edge.to.groupId);
    }
    const groupId = getJump(block, botId)?.groupId;
    if (groupId === undefined) continue;
    if (block.type === JUMP.type && isDynamicTarget(groupId)) return undefined;
    targets.push(groupId);
  }
  return next;
}
