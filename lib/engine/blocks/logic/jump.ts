import * as z from 'zod';
import { isV6 } from '#lib/bots/document/bot-version.ts';
import type { ActionModule, BlockContext } from '#lib/engine/model/block-module.ts';
import { optionalText, readOptions } from '#lib/engine/model/block-options.ts';
import type { ChatBlock, ChatGroup } from '#lib/engine/model/chat-block.ts';
import type { ChatFlow } from '#lib/engine/model/chat-flow.ts';
import { targetAfter } from '#lib/engine/model/edge-target.ts';
import { soleVariableName } from '#lib/engine/text/template.ts';
import { once } from '#lib/platform/validation/once.ts';

export const jumpOptions = once(() => z.object({ groupId: optionalText, blockId: optionalText }));

/**
 * Jumps to another place in the flow. If the block there was deleted, a bot of version 6
 * jumps to the first block of the group, and the chat of an older one ends. A Return block there jumps back to the block after this one. Only one
 * return target is remembered, so a nested jump overwrites it.
 */
export const jumpBlock: ActionModule = {
  kind: 'logic',
  type: 'Jump',
  run(block, context) {
    const { groupId, blockId } = readOptions(jumpOptions(), block.options);
    if (!groupId) return {};
    const group = findGroup(groupId, context);
    if (!group)
      return failed(context, 'Group to jump to is not found', {
        groupIdOrTitle: groupId,
        jumpBlockId: block.id,
      });
    const isGone = blockId !== undefined && !group.blocks.some(({ id }) => id === blockId);
    if (isGone) {
      const details = { groupIdOrTitle: groupId, blockId, jumpBlockId: block.id };
      // Deviation: Typebot ends the chat, as conversations recorded with an older bot show.
      if (!isV6(context.flow.version)) return failed(context, 'Block to jump to is not found', details);
      logFailure(context, 'Block to jump to is not found', details);
    }
    const returnTo = blockAfter(context.flow, block);
    return {
      go: { target: { groupId: group.id, ...(blockId !== undefined && !isGone && { blockId }) } },
      ...(returnTo !== undefined && { returnTo }),
    };
  },
};

/** Finds a group by its id or, if the id is a variable, by the title or id in that variable. */
function findGroup(groupId: string, { flow, variables }: BlockContext): ChatGroup | undefined {
  const name = soleVariableName(groupId);
  if (name === undefined) return flow.groupsById.get(groupId);
  const title = variables.setByName(name)?.value;
  return flow.groups.find((group) => group.title === title || group.id === title);
}

function failed(context: BlockContext, description: string, details: object) {
  logFailure(context, description, details);
  return { go: 'end' } as const;
}

function logFailure(context: BlockContext, description: string, details: object): void {
  context.log({
    description,
    context: 'Error while executing Jump block',
    details: JSON.stringify(details),
  });
}

/** Returns the first block that would run after this one. */
function blockAfter(flow: ChatFlow, { id }: ChatBlock): string | undefined {
  const target = targetAfter(flow, id);
  return target && (target.blockId ?? flow.groupsById.get(target.groupId)?.blocks[0]?.id);
}
