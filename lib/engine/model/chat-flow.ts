import { isInputBlock } from '#lib/bots/document/block-types.ts';
import type { BotEvent, BotFlow } from '#lib/bots/document/bot-document.ts';
import { isV6 } from '#lib/bots/document/bot-version.ts';
import { wellFormed } from '#lib/bots/document/well-formed-flow.ts';
import { migrateToLatest } from '#lib/bots/migrations/migrate.ts';
import { isJsonObject } from '#lib/json/json-object.ts';
import { longestAnswerIds } from './answer-ids.ts';
import type { ChatBlock, ChatGroup } from './chat-block.ts';
import type { ChatVariable } from './variables.ts';

/** Where a walk continues: in a group, at one of its blocks or at the first one. */
export type Target = { groupId: string; blockId?: string };

export type BlockPosition = {
  group: ChatGroup;
  index: number;
  block: ChatBlock;
  /** Number of inputs before this block in its group. */
  inputsBefore: number;
};

/**
 * A flow as the engine walks it: migrated to the latest version and indexed for lookups. It never changes.
 */
export type ChatFlow = {
  botId: string;
  workspaceId: string;
  /** Number of the release. Absent for a draft. */
  release?: number;
  /** Version of the flow as it was imported, before migration. */
  version: BotFlow['version'];
  events: BotEvent[];
  groups: ChatGroup[];
  groupsById: ReadonlyMap<string, ChatGroup>;
  edgesById: ReadonlyMap<string, { id: string; to: Target }>;
  positionsByBlockId: ReadonlyMap<string, BlockPosition>;
  variables: ChatVariable[];
  theme: BotFlow['theme'];
  settings: BotFlow['settings'];
  /** Whether a text that names a list shows only the last element, as in bots from before version 6. */
  showsLastListElementOnly: boolean;
  /** Whether a variable is to hold the transcript. Only then is the conversation remembered. */
  asksForTranscript: boolean;
  /** Whether any text holds inline code, `{{= … =}}`. If so, the sandbox is loaded before the walk. */
  hasInlineCode: boolean;
  /** The largest number of bytes that ids take in an answer to one of its inputs. */
  longestIds: number;
};

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
    // If two have the same id, the first one counts, as in the source product's lookups.
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
 * A variable that an input saves to is always stored with the result, whatever the document says about it. A
 * variable that holds a transcript never is, because a transcript only repeats the result.
 */
function getVariables(variables: BotFlow['variables'], groups: ChatGroup[]): ChatVariable[] {
  const blocks = groups.flatMap((group) => group.blocks);
  const ofInputs = new Set(blocks.filter(isInputBlock).map(savedVariableId));
  const ofTranscripts = new Set(blocks.filter(savesTranscript).map(savedVariableId));
  return variables.map(({ id, name, value, isSessionVariable }) => {
    const isSession = ofTranscripts.has(id) || (ofInputs.has(id) ? false : isSessionVariable);
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
  return type === 'Set variable' && isJsonObject(options) && options.type === 'Transcript';
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
