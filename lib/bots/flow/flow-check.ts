import { BLOCK_TYPES } from '#lib/bots/document/block-types.ts';
import type { BotDocument, Group } from '#lib/bots/document/bot-document.ts';
import { danglingReferences } from '#lib/bots/document/dangling-references.ts';
import { isJsonObject, type JsonObject } from '#lib/json/json-object.ts';
import {
  type BlockPlace,
  edgesById,
  getBlocks,
  getEdgeOwners,
  getEntries,
  getJump,
  isDynamicTarget,
  reachableGroupIds,
} from './flow-graph.ts';
import { type FlowIssue, SEVERITIES } from './flow-issue.ts';
import { targetsOpenToPrefilling } from './open-to-prefilling.ts';
import { unknownVariables } from './unknown-variables.ts';

/** A broken flow could be wrong in thousands of places, but a person reads a few dozen. */
const MAX_ISSUES = 200;

/**
 * What is wrong, or looks wrong, with a flow, the worst first. It only reports and refuses nothing, because a
 * flow that is being built has loose ends.
 *
 * @param botId the bot's own id, by which a link may name it
 * @param others issues that were found elsewhere
 */
export function checkFlow(document: BotDocument, botId?: string, others: FlowIssue[] = []): FlowIssue[] {
  const blocks = getBlocks(document);
  return worstFirst([
    ...startIssues(document),
    ...danglingIssues(document),
    ...blocks.flatMap(danglingButtons(document)),
    ...blocks.flatMap(jumpIssues(document, botId)),
    ...unreachableIssues(document, botId),
    ...emptyGroups(document),
    ...malformedBlocks(document),
    ...blocks.flatMap(blockIssues),
    ...unknownVariables(document),
    ...duplicateIds(document),
    ...targetsOpenToPrefilling(document),
    ...others,
  ]);
}

function startIssues(document: BotDocument): FlowIssue[] {
  const { hasStart, isConnected } = getEntries(document);
  const path = document.events === null ? 'bot.groups' : 'bot.events';
  if (!hasStart) return [{ severity: 'error', code: 'NO_START', path, message: 'there is no start' }];
  if (isConnected) return [];
  return [{ severity: 'error', code: 'START_NOT_CONNECTED', path, message: 'the start leads to no group' }];
}

function danglingIssues(document: BotDocument): FlowIssue[] {
  return danglingReferences(document).map(({ path, message }) => ({
    severity: severityOfDangling(path),
    code: 'DANGLING',
    path,
    message,
  }));
}

function severityOfDangling(path: string): FlowIssue['severity'] {
  // An edge to nowhere breaks off a conversation. An edge from nowhere is a leftover that is never taken.
  if (path.includes('.to.')) return 'error';
  return path.includes('.from.') ? 'info' : 'warning';
}

/** The buttons of cards, which are one level deeper than everything else that names an edge. */
function danglingButtons(document: BotDocument) {
  const edges = edgesById(document);
  return ({ block, path }: BlockPlace): FlowIssue[] =>
    getEdgeOwners(block, path)
      .filter((owner) => owner.path.includes('.paths[') && !edges.has(owner.edgeId))
      .map((owner) => ({
        severity: 'warning',
        code: 'DANGLING',
        path: owner.path,
        message: 'names an edge that does not exist',
      }));
}

function jumpIssues(document: BotDocument, botId: string | undefined) {
  const getBlockIds = new Map(document.groups.map((group) => [group.id, blockIds(group)]));
  return ({ block, path }: BlockPlace): FlowIssue[] => {
    const nowhere = (severity: FlowIssue['severity'], field: string, message: string): FlowIssue[] => [
      { severity, code: 'JUMP_TO_NOWHERE', path: `${path}.options${field}`, message },
    ];
    const options = isJsonObject(block.options) ? block.options : {};
    if (block.type === 'Typebot link' && typeof options.typebotId !== 'string') {
      return nowhere('warning', '.typebotId', 'names no bot');
    }
    const jump = getJump(block, botId);
    if (!jump) return [];
    const { groupId, blockId } = jump;
    if (groupId === undefined) {
      // A link to the bot itself without a group leads to the start.
      return block.type === 'Jump' ? nowhere('warning', '.groupId', 'names no group to jump to') : [];
    }
    if (isDynamicTarget(groupId)) return [];
    const known = getBlockIds.get(groupId);
    if (!known) return nowhere('error', '.groupId', 'names a group that does not exist');
    if (blockId === undefined || known.has(blockId)) return [];
    return nowhere('error', '.blockId', 'names a block that the group does not have');
  };
}

function blockIds({ blocks }: Group): Set<unknown> {
  return new Set(blocks.filter(isJsonObject).map(({ id }) => id));
}

function unreachableIssues(document: BotDocument, botId: string | undefined): FlowIssue[] {
  // Without a start everything is unreachable, and one issue already says so.
  if (!getEntries(document).isConnected) return [];
  const reachable = reachableGroupIds(document, botId);
  if (!reachable) return [];
  return document.groups.flatMap((group, index) =>
    reachable.has(group.id)
      ? []
      : [
          {
            severity: 'warning',
            code: 'UNREACHABLE_GROUP',
            path: `bot.groups[${index}]`,
            message: 'no conversation can reach this group',
          },
        ],
  );
}

function emptyGroups({ groups }: BotDocument): FlowIssue[] {
  return groups.flatMap((group, index) =>
    group.blocks.length > 0
      ? []
      : [
          {
            severity: 'warning',
            code: 'EMPTY_GROUP',
            path: `bot.groups[${index}].blocks`,
            message: 'has no blocks: a conversation that comes here ends',
          },
        ],
  );
}

function malformedBlocks({ groups }: BotDocument): FlowIssue[] {
  return groups.flatMap((group, groupIndex) =>
    group.blocks.flatMap((block, blockIndex) =>
      isJsonObject(block)
        ? []
        : [
            unknownType(
              `bot.groups[${groupIndex}].blocks[${blockIndex}]`,
              'is not a block: it is not an object',
            ),
          ],
    ),
  );
}

function unknownType(path: string, message: string): FlowIssue {
  return { severity: 'error', code: 'UNKNOWN_BLOCK_TYPE', path, message };
}

function blockIssues({ block, path }: BlockPlace): FlowIssue[] {
  const type = typeof block.type === 'string' ? BLOCK_TYPES.get(block.type) : undefined;
  if (!type) return [unknownType(`${path}.type`, 'is not a known type of block')];
  const options = isJsonObject(block.options) ? block.options : {};
  const issues: FlowIssue[] = [];
  if (type.family === 'input' && !savesAnswer(block.type as string, options)) {
    issues.push({
      // The buttons of a menu lead somewhere. Which one was clicked is often of no further interest.
      severity: Array.isArray(block.items) || block.type === 'payment input' ? 'info' : 'warning',
      code: 'NO_VARIABLE',
      path: `${path}.options.variableId`,
      message: 'the answer is not saved in a variable',
    });
  }
  if (type.needsCredentials && typeof options.credentialsId !== 'string') {
    issues.push({
      severity: 'warning',
      code: 'MISSING_CREDENTIALS',
      path: `${path}.options.credentialsId`,
      message: `${type.label} needs credentials`,
    });
  }
  return issues;
}

function savesAnswer(type: string, options: JsonObject): boolean {
  if (typeof options.variableId === 'string') return true;
  return (
    type === 'cards' && Array.isArray(options.saveResponseMapping) && options.saveResponseMapping.length > 0
  );
}

/** If two groups, blocks or variables share an id, only one of them is ever found. */
function duplicateIds(document: BotDocument): FlowIssue[] {
  const lists: { id: unknown; path: string }[][] = [
    document.groups.map(({ id }, index) => ({ id, path: `bot.groups[${index}].id` })),
    getBlocks(document).map(({ block, path }) => ({ id: block.id, path: `${path}.id` })),
    document.variables.map(({ id }, index) => ({ id, path: `bot.variables[${index}].id` })),
  ];
  return lists.flatMap((list) => {
    const seen = new Set<unknown>();
    return list.flatMap(({ id, path }): FlowIssue[] => {
      if (id === undefined || !seen.has(id)) {
        seen.add(id);
        return [];
      }
      return [{ severity: 'warning', code: 'DUPLICATE_ID', path, message: 'is also the id of another one' }];
    });
  });
}

function worstFirst(issues: FlowIssue[]): FlowIssue[] {
  const sorted = issues.toSorted((a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity));
  if (sorted.length <= MAX_ISSUES) return sorted;
  const shown = sorted.slice(0, MAX_ISSUES - 1);
  const message = `and ${sorted.length - shown.length} more places like these`;
  return [...shown, { severity: 'info', code: 'MORE', path: 'bot', message }];
}
