import { isInputBlock } from '#lib/blocks/input-types.ts';
import { SET_VARIABLE } from '#lib/blocks/logic/set-variable.ts';
import type { BotEvent, BotFlow } from '#lib/bots/document/bot-document.ts';
import { isV6 } from '#lib/bots/document/bot-version.ts';
import type { WebhookReplies } from '#lib/bots/document/webhook-replies.ts';
import { wellFormed } from '#lib/bots/document/well-formed-flow.ts';
import { migrateToLatest } from '#lib/bots/migrations/migrate.ts';
import { isJsonObject } from '#lib/platform/json/json-object.ts';
import { longestAnswerIds } from './answer-ids.ts';
import type { ChatBlock, ChatGroup } from './chat-block.ts';
import type { ChatVariable } from './variables.ts';

/** Where to continue in a flow: a block of a group, or the group's first block. */
export type Target = { groupId: string; blockId?: string };

export type BlockPosition = {
  group: ChatGroup;
  index: number;
  block: ChatBlock;
  /** Number of inputs that precede this block in its group. */
  inputsBefore: number;
};

/** An immutable flow, migrated to the latest version and indexed for lookups. */
export type ChatFlow = {
  botId: string;
  workspaceId: string;
  /** Release number. Absent for a draft. */
  release?: number;
  /** Schema version of the imported flow, before migration. */
  version: BotFlow['version'];
  events: BotEvent[];
  groups: ChatGroup[];
  groupsById: ReadonlyMap<string, ChatGroup>;
  edgesById: ReadonlyMap<string, { id: string; to: Target }>;
  positionsByBlockId: ReadonlyMap<string, BlockPosition>;
  variables: ChatVariable[];
  theme: BotFlow['theme'];
  settings: BotFlow['settings'];
  /** Whether a list variable in a text renders as its last element only, as in bots from before version 6. */
  showsLastListElementOnly: boolean;
  /** Whether a variable is set to the transcript. If not, no transcript is kept. */
  asksForTranscript: boolean;
  /** Whether any text contains inline code (`{{= … =}}`). If so, the sandbox is loaded before the walk. */
  hasInlineCode: boolean;
  /** Upper bound, in bytes, for the ids stored with an answer to one of its inputs. */
  longestIds: number;
};

/**
 * A bot that a chat runs: its flow, and the settings that are beside it. A flow is cached with its release, but
 * settings count as soon as they are changed.
 */
export type ChatBot = { flow: ChatFlow; webhookReplies: WebhookReplies };

export type ChatFlowSource = { botId: string; workspaceId: string; release?: number; flow: BotFlow };

export function toChatFlow({ botId, workspaceId, release, flow }: ChatFlowSource): ChatFlow {
  const latest = migrateToLatest(wellFormed(flow));
  const groups = latest.groups.map(
    ({ id, title, blocks }): ChatGroup => ({ id, title, blocks: blocks.filter(isChatBlock) }),
  );
  const positions = groups.flatMap(positionsIn);
  return {
    botId,
    workspaceId,
    ...(release !== undefined && { release }),
    version: flow.version,
    events: latest.events ?? [],
    groups,
    // The first of several duplicates wins, as in Typebot.
    groupsById: firstById(groups.map((group) => [group.id, group])),
    edgesById: firstById(latest.edges.map((edge) => [edge.id, { id: edge.id, to: getTarget(edge.to) }])),
    positionsByBlockId: firstById(positions),
    variables: getVariables(latest.variables, groups),
    theme: latest.theme,
    settings: latest.settings,
    showsLastListElementOnly: !isV6(flow.version),
    asksForTranscript: groups.some(({ blocks }) => blocks.some(savesTranscript)),
    hasInlineCode: JSON.stringify([groups, latest.theme, latest.settings]).includes('{{='),
    longestIds: longestAnswerIds(groups),
  };
}

function positionsIn(group: ChatGroup): [string, BlockPosition][] {
  let inputsBefore = 0;
  return group.blocks.map((block, index) => {
    const position = { group, index, block, inputsBefore };
    if (isInputBlock(block)) inputsBefore += 1;
    return [block.id, position];
  });
}

/**
 * Variables that inputs save to are always stored with the result, even if the document says otherwise.
 * Variables set to the transcript are never stored, because the result already contains the conversation.
 */
function getVariables(variables: BotFlow['variables'], groups: ChatGroup[]): ChatVariable[] {
  const blocks = groups.flatMap((group) => group.blocks);
  const inputVariableIds = new Set(blocks.filter(isInputBlock).map(savedVariableId));
  const transcriptVariableIds = new Set(blocks.filter(savesTranscript).map(savedVariableId));
  return variables.map(({ id, name, value, isSessionVariable }) => {
    const isSession = transcriptVariableIds.has(id) || (inputVariableIds.has(id) ? false : isSessionVariable);
    return {
      id,
      name,
      ...(value !== undefined && { value }),
      ...(typeof isSession === 'boolean' && { isSessionVariable: isSession }),
    };
  });
}

function savedVariableId({ options }: ChatBlock): unknown {
  return isJsonObject(options) ? options.variableId : undefined;
}

function savesTranscript({ type, options }: ChatBlock): boolean {
  return type === SET_VARIABLE.type && isJsonObject(options) && options.type === 'Transcript';
}

function isChatBlock(block: unknown): block is ChatBlock {
  return isJsonObject(block) && typeof block.id === 'string' && typeof block.type === 'string';
}

function getTarget({ groupId, blockId }: { groupId: string; blockId?: string }): Target {
  return { groupId, ...(blockId !== undefined && { blockId }) };
}

function firstById<T>(entries: [string, T][]): Map<string, T> {
  return new Map(entries.toReversed());
}
