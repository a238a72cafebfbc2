import { getBlockType } from '#lib/bots/document/block-types.ts';
import type { BotDocument, Group } from '#lib/bots/document/bot-document.ts';
import { danglingReferences } from '#lib/bots/document/dangling-references.ts';
import { withPlaces } from '#lib/bots/document/place-in-flow.ts';
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

/** A broken flow can have thousands of issues, but nobody reads more than a few dozen. */
const MAX_ISSUES = 200;

/**
 * Lists the errors and likely mistakes in a flow, most severe first. Nothing is refused, because a flow under
 * construction has loose ends.
 *
 * @param botId the bot's own id, so that links to it by id are recognised
 * @param others issues found elsewhere, to include
 */
export function checkFlow(document: BotDocument, botId?: string, others: FlowIssue[] = []): FlowIssue[] {
  const blocks = getBlocks(document);
  const issues = worstFirst([
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
  return withPlaces(document, issues);
}

function startIssues(document: BotDocument): FlowIssue[] {
  const { hasStart, isConnected } = getEntries(document);
  const path = document.events === null ? 'bot.groups' : 'bot.events';
  if (!hasStart) return [{ severity: 'error', code: 'NO_START', path, message: 'the flow has no start' }];
  if (isConnected) return [];
  return [
    { severity: 'error', code: 'START_NOT_CONNECTED', path, message: 'the start does not lead to a group' },
  ];
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
  // A dangling target breaks off conversations. A dangling source is a leftover edge that nothing follows.
  if (path.includes('.to.')) return 'error';
  return path.includes('.from.') ? 'info' : 'warning';
}

/** Finds dangling edges on the buttons of cards, which are nested one level deeper than other edge references. */
function danglingButtons(document: BotDocument) {
  const edges = edgesById(document);
  return ({ block, path }: BlockPlace): FlowIssue[] =>
    getEdgeOwners(block, path)
      .filter((owner) => owner.path.includes('.paths[') && !edges.has(owner.edgeId))
      .map((owner) => ({
        severity: 'warning',
        code: 'DANGLING',
        path: owner.path,
        message: 'refers to an edge that does not exist',
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
      return nowhere('warning', '.typebotId', 'does not say which bot to link to');
    }
    const jump = getJump(block, botId);
    if (!jump) return [];
    const { groupId, blockId } = jump;
    if (groupId === undefined) {
      // A link to the bot itself needs no group: without one it leads to the start.
      return block.type === 'Jump'
        ? nowhere('warning', '.groupId', 'does not say which group to jump to')
        : [];
    }
    if (isDynamicTarget(groupId)) return [];
    const known = getBlockIds.get(groupId);
    if (!known) return nowhere('error', '.groupId', 'refers to a group that does not exist');
    if (blockId === undefined || known.has(blockId)) return [];
    return nowhere('error', '.blockId', 'refers to a block that is not in the group');
  };
}

function blockIds({ blocks }: Group): Set<unknown> {
  return new Set(blocks.filter(isJsonObject).map(({ id }) => id));
}

function unreachableIssues(document: BotDocument, botId: string | undefined): FlowIssue[] {
  // Without a connected start, every group is unreachable. Another issue already reports that.
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
            message: 'has no blocks: a conversation that gets here ends',
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
              'is not a block: expected an object',
            ),
          ],
    ),
  );
}

function unknownType(path: string, message: string): FlowIssue {
  return { severity: 'error', code: 'UNKNOWN_BLOCK_TYPE', path, message };
}

function blockIssues({ block, path }: BlockPlace): FlowIssue[] {
  const type = getBlockType(block);
  if (!type) return [unknownType(`${path}.type`, 'is not a known type of block')];
  const options = isJsonObject(block.options) ? block.options : {};
  const issues: FlowIssue[] = [];
  if (type.family === 'input' && !savesAnswer(block.type as string, options)) {
    issues.push({
      // Menu buttons usually lead somewhere, so there is often no need to store which one was clicked.
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
  if (type.mayUseProxy && typeof options.proxyCredentialsId === 'string' && !options.isExecutedOnClient) {
    issues.push({
      severity: 'warning',
      code: 'UNSUPPORTED',
      path: `${path}.options.proxyCredentialsId`,
      message: 'the request is not sent: proxies are not supported',
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

/** Reports groups, blocks and variables that share an id: only one of them can ever be found. */
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
      return [
        { severity: 'warning', code: 'DUPLICATE_ID', path, message: 'is also the id of another element' },
      ];
    });
  });
}

function worstFirst(issues: FlowIssue[]): FlowIssue[] {
  const sorted = issues.toSorted((a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity));
  if (sorted.length <= MAX_ISSUES) return sorted;
  const shown = sorted.slice(0, MAX_ISSUES - 1);
  const message = `and ${sorted.length - shown.length} more`;
  return [...shown, { severity: 'info', code: 'MORE', path: 'bot', message }];
}
