import { BOT_LINK } from '#lib/blocks/logic/bot-link.ts';
import { JUMP } from '#lib/blocks/logic/jump.ts';
import type { BotDocument, Group } from '#lib/bots/document/bot-document.ts';
import { isV6 } from '#lib/bots/document/bot-version.ts';
import { type BlockPlace, getBlocks, getJump, isDynamicTarget } from '#lib/bots/flow/flow-graph.ts';
import type { FlowIssue } from '#lib/bots/flow/flow-issue.ts';
import { isJsonObject } from '#lib/platform/json/json-object.ts';

/** Finds Jump blocks, and links to bots, whose target is missing. */
export function jumpIssues(document: BotDocument, botId: string | undefined): FlowIssue[] {
  const getBlockIds = new Map(document.groups.map((group) => [group.id, blockIds(group)]));
  return getBlocks(document).flatMap(({ block, path }: BlockPlace): FlowIssue[] => {
    const nowhere = (severity: FlowIssue['severity'], field: string, message: string): FlowIssue[] => [
      { severity, code: 'JUMP_TO_NOWHERE', path: `${path}.options${field}`, message },
    ];
    const options = isJsonObject(block.options) ? block.options : {};
    if (block.type === BOT_LINK.type && typeof options.typebotId !== 'string') {
      return nowhere(
        'warning',
        '.typebotId',
        'does not say which bot to link to, so chats go on with the next block',
      );
    }
    const jump = getJump(block, botId);
    if (!jump) return [];
    const { groupId, blockId } = jump;
    if (groupId === undefined) {
      // A link to the bot itself needs no group: without one it leads to the start.
      return block.type === JUMP.type
        ? nowhere(
            'warning',
            '.groupId',
            'does not say which group to jump to, so chats go on with the next block',
          )
        : [];
    }
    if (isDynamicTarget(groupId)) return [];
    const known = getBlockIds.get(groupId);
    if (!known)
      return nowhere(
        'error',
        '.groupId',
        block.type === JUMP.type
          ? 'refers to a group that does not exist, so the chat ends here; choose another group'
          : 'refers to a group that does not exist; choose another group',
      );
    if (blockId === undefined || known.has(blockId)) return [];
    if (block.type !== JUMP.type) {
      const message =
        'refers to a block that is not in the group; the link leads to its first block in any case';
      return nowhere('warning', '.blockId', message);
    }
    // An error even where the chat goes on: what was to be asked at the block is not asked.
    const outcome = isV6(document.version) ? "chats go to the group's first block" : 'the chat ends here';
    return nowhere(
      'error',
      '.blockId',
      `refers to a block that is not in the group, so ${outcome}; choose the block again`,
    );
  });
}

function blockIds({ blocks }: Group): Set<unknown> {
  return new Set(blocks.filter(isJsonObject).map(({ id }) => id));
}
