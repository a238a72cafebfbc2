import type { BotDocument } from '#lib/bots/document/bot-document.ts';
import type { Warning } from '#lib/bots/document/bot-schema.ts';
import { isJsonObject, type JsonObject } from '#lib/platform/json/json-object.ts';

/**
 * Finds edges with a missing source or target, and blocks, items and events that refer to a missing edge. They
 * stay in the document: a flow under construction has loose ends, and only its owner can fix them.
 */
export function findDanglingReferences(document: BotDocument): Warning[] {
  const edgeIds = new Set<unknown>(document.edges.map((edge) => edge.id));
  return [
    ...listEdgeOwners(document).flatMap(({ owner, path }) =>
      typeof owner.outgoingEdgeId === 'string' && !edgeIds.has(owner.outgoingEdgeId)
        ? [createDanglingWarning(`${path}.outgoingEdgeId`, 'refers to an edge that does not exist')]
        : [],
    ),
    ...findDanglingEdges(document),
  ];
}

/** Lists what can name an edge: events, blocks and their items. */
function listEdgeOwners({ events, groups }: BotDocument): { owner: JsonObject; path: string }[] {
  return [
    ...toOwners(events ?? [], 'bot.events'),
    ...groups.flatMap(({ blocks }, index) =>
      toOwners(blocks, `bot.groups[${index}].blocks`).flatMap(({ owner, path }) => [
        { owner, path },
        ...(Array.isArray(owner.items) ? toOwners(owner.items, `${path}.items`) : []),
      ]),
    ),
  ];
}

function toOwners(list: readonly unknown[], path: string): { owner: JsonObject; path: string }[] {
  return list.flatMap((owner, index) => (isJsonObject(owner) ? [{ owner, path: `${path}[${index}]` }] : []));
}

function findDanglingEdges({ events, groups, edges }: BotDocument): Warning[] {
  const groupIds = new Set<string>(groups.map(({ id }) => id));
  const blockIds = new Set<unknown>(
    groups.flatMap(({ blocks }) => blocks.filter(isJsonObject).map(({ id }) => id)),
  );
  const eventIds = new Set<unknown>((events ?? []).map(({ id }) => id));
  const warnings: Warning[] = [];
  for (const [index, { from, to }] of edges.entries()) {
    const path = `bot.edges[${index}]`;
    if (from.blockId !== undefined && !blockIds.has(from.blockId)) {
      warnings.push(createDanglingWarning(`${path}.from.blockId`, 'refers to a block that does not exist'));
    } else if (from.blockId === undefined && !eventIds.has(from.eventId)) {
      warnings.push(createDanglingWarning(`${path}.from.eventId`, 'refers to an event that does not exist'));
    }
    if (!groupIds.has(to.groupId)) {
      warnings.push(createDanglingWarning(`${path}.to.groupId`, 'refers to a group that does not exist'));
    } else if (to.blockId !== undefined && !blockIds.has(to.blockId)) {
      warnings.push(createDanglingWarning(`${path}.to.blockId`, 'refers to a block that does not exist'));
    }
  }
  return warnings;
}

function createDanglingWarning(path: string, message: string): Warning {
  return { code: 'DANGLING', path, message };
}
