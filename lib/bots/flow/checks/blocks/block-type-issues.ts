import { getBlockType } from '#lib/blocks/block-types.ts';
import type { BotDocument } from '#lib/bots/document/bot-document.ts';
import type { FlowIssue } from '#lib/bots/flow/flow-issue.ts';
import { isJsonObject } from '#lib/platform/json/json-object.ts';

/** Finds what is not a block, and blocks of unknown types. */
export function blockTypeIssues({ groups }: BotDocument): FlowIssue[] {
  return groups.flatMap((group, groupIndex) =>
    group.blocks.flatMap((block, blockIndex) => {
      const path = `bot.groups[${groupIndex}].blocks[${blockIndex}]`;
      if (!isJsonObject(block)) return [unknownType(path, 'is not a block: expected an object')];
      if (!getBlockType(block)) return [unknownType(`${path}.type`, 'is not a known type of block')];
      return typeof block.id === 'string'
        ? []
        : [unknownType(`${path}.id`, 'is not an id, so the block is skipped; give it one')];
    }),
  );
}

function unknownType(path: string, message: string): FlowIssue {
  return { severity: 'error', code: 'UNKNOWN_BLOCK_TYPE', path, message };
}
