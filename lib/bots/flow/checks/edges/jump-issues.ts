import { BOT_LINK } from '#lib/blocks/logic/bot-link.ts';
import { JUMP } from '#lib/blocks/logic/jump.ts';
import type { BotDocument, Group } from '#lib/bots/document/bot-document.ts';
import { isV6 } from '#lib/bots/document/bot-version.ts';
import { getBlocks, getJump, isDynamicTarget } from '#lib/bots/flow/flow-graph.ts';
import type { FlowIssue } from '#lib/bots/flow/flow-issue.ts';
import { isJsonObject, type JsonObject } from '#lib/platform/json/json-object.ts';

/** Finds Jump blocks, and links to bots, whose target is missing. */
export function jumpIssues(document: BotDocument, botId: string | undefined): FlowIssue[] {
  const blockIdsByGroup = new Map(document.groups.map((group) => [group.id, blockIds(group)]));
  return getBlocks(document).flatMap(({ block, path }): FlowIssue[] => {
    const problem = isLinkWithoutBot(block)
      ? LINK_WITHOUT_BOT
      : findTargetProblem(block, getJump(block, botId), blockIdsByGroup, document.version);
    if (!problem) return [];
    const { severity, field, message } = problem;
    return [{ severity, code: 'JUMP_TO_NOWHERE', path: `${path}.options.${field}`, message }];
  });
}

type Problem = {
  severity: FlowIssue['severity'];
  /** Option that is wrong. */
  field: 'typebotId' | 'groupId' | 'blockId';
  message: string;
};

const LINK_WITHOUT_BOT: Problem = {
  severity: 'warning',
  field: 'typebotId',
  message: 'does not say which bot to link to, so chats go on with the next block',
};

function isLinkWithoutBot({ type, options }: JsonObject): boolean {
  return type === BOT_LINK.type && !(isJsonObject(options) && typeof options.typebotId === 'string');
}

function findTargetProblem(
  { type }: JsonObject,
  jump: ReturnType<typeof getJump>,
  blockIdsByGroup: ReadonlyMap<string, Set<unknown>>,
  version: BotDocument['version'],
): Problem | undefined {
  if (!jump) return undefined;
  const { groupId, blockId } = jump;
  const isJump = type === JUMP.type;
  // A link to the bot itself needs no group: without one it leads to the start.
  if (groupId === undefined) return isJump ? JUMP_WITHOUT_GROUP : undefined;
  if (isDynamicTarget(groupId)) return undefined;
  const known = blockIdsByGroup.get(groupId);
  if (!known) return isJump ? JUMP_TO_MISSING_GROUP : LINK_TO_MISSING_GROUP;
  if (blockId === undefined || known.has(blockId)) return undefined;
  if (!isJump) return LINK_TO_MISSING_BLOCK;
  // An error even where the chat goes on: what was to be asked at the block is not asked.
  const outcome = isV6(version) ? "chats go to the group's first block" : 'the chat ends here';
  return {
    severity: 'error',
    field: 'blockId',
    message: `refers to a block that is not in the group, so ${outcome}; choose the block again`,
  };
}

const JUMP_WITHOUT_GROUP: Problem = {
  severity: 'warning',
  field: 'groupId',
  message: 'does not say which group to jump to, so chats go on with the next block',
};

const JUMP_TO_MISSING_GROUP: Problem = {
  severity: 'error',
  field: 'groupId',
  message: 'refers to a group that does not exist, so the chat ends here; choose another group',
};

const LINK_TO_MISSING_GROUP: Problem = {
  severity: 'error',
  field: 'groupId',
  message: 'refers to a group that does not exist; choose another group',
};

const LINK_TO_MISSING_BLOCK: Problem = {
  severity: 'warning',
  field: 'blockId',
  message: 'refers to a block that is not in the group; the link leads to its first block in any case',
};

function blockIds({ blocks }: Group): Set<unknown> {
  return new Set(blocks.filter(isJsonObject).map(({ id }) => id));
}
