import type { BotDocument } from '#lib/bots/document/bot-document.ts';
import type { Warning } from '#lib/bots/document/bot-schema.ts';
import { isJsonObject } from '#lib/platform/json/json-object.ts';

/**
 * Finds edges with a missing source or target, and blocks, items and events that refer to a missing edge. They
 * stay in the document: a flow under construction has loose ends, and only its owner can fix them.
 */
export function findDanglingReferences(document: BotDocument): Warning[] {
  const groupIds = new Set<string>();
  const blockIds = new Set<unknown>();
  const edgeIds = new Set<unknown>(document.edges.map((edge) => edge.id));
  const eventIds = new Set<unknown>((document.events ?? []).map((event) => event.id));
  const warnings: Warning[] = [];

  const checkOutgoing = (owner: unknown, path: string) => {
    if (
      isJsonObject(owner) &&
      typeof owner.outgoingEdgeId === 'string' &&
      !edgeIds.has(owner.outgoingEdgeId)
    ) {
      warnings.push(createDanglingWarning(`${path}.outgoingEdgeId`, 'refers to an edge that does not exist'));
    }
  };

  for (const [index, event] of (document.events ?? []).entries())
    checkOutgoing(event, `bot.events[${index}]`);
  for (const [groupIndex, group] of document.groups.entries()) {
    groupIds.add(group.id);
    for (const [blockIndex, block] of group.blocks.entries()) {
      if (!isJsonObject(block)) continue;
      blockIds.add(block.id);
      const path = `bot.groups[${groupIndex}].blocks[${blockIndex}]`;
      checkOutgoing(block, path);
      if (!Array.isArray(block.items)) continue;
      for (const [itemIndex, item] of block.items.entries())
        checkOutgoing(item, `${path}.items[${itemIndex}]`);
    }
  }

  for (const [index, { from, to }] of document.edges.entries()) {
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
