import { LOGIC_TYPES } from '#lib/blocks/block-lists.ts';
import type { LogicType } from '#lib/blocks/block-type.ts';
import { TEXT } from '#lib/blocks/bubbles/text.ts';
import { isInputBlock } from '#lib/blocks/input-types.ts';
import { BOT_LINK } from '#lib/blocks/logic/bot-link.ts';
import { START } from '#lib/blocks/start.ts';
import type { BotFlow } from '#lib/bots/document/bot-document.ts';
import { getJump, isDynamicTarget } from '#lib/bots/flow/flow-graph.ts';
import { isJsonObject } from '#lib/platform/json/json-object.ts';
import { toPlainText } from './bubble-text.ts';
import { type Block, getGroupBlocks } from './flow-blocks.ts';
import { getMergedBot } from './merged-links.ts';

/** The parts of a flow that decide the texts after an answer. */
export type WalkedFlow = Pick<BotFlow, 'version' | 'events' | 'groups' | 'edges'> & { botId: string };

const logicTypes: readonly LogicType[] = LOGIC_TYPES;

/** Blocks after which a result does not tell where the conversation went on. */
const FORKS = new Set<unknown>(logicTypes.filter(({ isFork }) => isFork).map(({ type }) => type));

/** Blocks that a conversation still has to pass in a flow, nearest first. */
type Way = { flow: WalkedFlow; blocks: readonly Block[] };

/**
 * Yields the texts that the bot sent after the last answer: up to the next question, the end, or the first place
 * where the flow divides for a reason that the result does not tell. A linked bot that has ended goes on after its
 * link, unless several blocks link to it.
 *
 * @param flows those of the bot and of the linked bots that merge into its results, the bot's own first
 */
export function* closingTexts(
  answer: { blockId: string; content: string },
  answeredFlow: WalkedFlow,
  flows: readonly WalkedFlow[],
): Generator<string> {
  const group = answeredFlow.groups.find(({ blocks }) =>
    blocks.some((block) => isBlock(block, answer.blockId)),
  );
  const { flow, blocks } = wayFrom(answeredFlow, group?.id, answer.blockId);
  const [input, ...rest] = group ? blocks : [];
  const exit = input && findExit(input, answer.content);
  if (!input || exit === 'unknown') return;
  let way = exit === undefined ? wayAfter(flow, input, rest) : wayAlong(flow, exit);

  // A block that comes twice is in a loop, which ended for a reason that the result does not tell either.
  const passed = new Set<Block>();
  const returns: Way[] = [];
  for (;;) {
    const [block, ...next] = way.blocks;
    if (!block) {
      const back = returns.pop() ?? findReturn(way.flow, flows, passed);
      if (!back) return;
      way = back;
      continue;
    }
    if (passed.has(block) || isInputBlock(block) || FORKS.has(block.type)) return;
    passed.add(block);
    if (block.type === TEXT.type) yield toPlainText(block.content);
    const jump = getJump(block, way.flow.botId);
    const after = wayAfter(way.flow, block, next);
    if (block.type === BOT_LINK.type && !jump) {
      const linked = findLinked(block, way.flow, flows);
      if (!linked) return;
      const into = wayIntoBot(linked, block);
      if (!into) return;
      returns.push(after);
      way = into;
    } else {
      way = jump?.groupId === undefined ? after : wayFrom(way.flow, jump.groupId, jump.blockId);
    }
  }
}

function isBlock(block: unknown, id: unknown): boolean {
  return isJsonObject(block) && block.id === id;
}

/** An unknown block stands for the last one of its group, as in a chat. */
function wayFrom(flow: WalkedFlow, groupId: unknown, blockId?: string): Way {
  const group = flow.groups.find(({ id }) => id === groupId);
  const blocks = group ? getGroupBlocks(group) : [];
  if (blockId === undefined) return { flow, blocks };
  const index = blocks.findIndex(({ id }) => id === blockId);
  return { flow, blocks: blocks.slice(index === -1 ? Math.max(0, blocks.length - 1) : index) };
}

function wayAlong(flow: WalkedFlow, edgeId: unknown): Way {
  const to = typeof edgeId === 'string' ? getTargets(flow).get(edgeId) : undefined;
  return to ? wayFrom(flow, to.groupId, to.blockId) : { flow, blocks: [] };
}

const targetsByFlow = new WeakMap<WalkedFlow, Map<string, WalkedFlow['edges'][number]['to']>>();

function getTargets(flow: WalkedFlow): Map<string, WalkedFlow['edges'][number]['to']> {
  const targets = targetsByFlow.get(flow) ?? new Map(flow.edges.map(({ id, to }) => [id, to]));
  targetsByFlow.set(flow, targets);
  return targets;
}

function wayAfter(flow: WalkedFlow, block: Block, rest: readonly Block[]): Way {
  return typeof block.outgoingEdgeId === 'string'
    ? wayAlong(flow, block.outgoingEdgeId)
    : { flow, blocks: rest };
}

/** Undefined for a bot with results of its own, and for one that is gone. */
function findLinked(
  link: Block,
  { version }: WalkedFlow,
  flows: readonly WalkedFlow[],
): WalkedFlow | undefined {
  const botId = getMergedBot(link, version);
  return flows.find((flow) => flow.botId === botId);
}

/** A link leads to a group or, without one, to where the bot starts. Undefined if a variable names the group. */
function wayIntoBot(flow: WalkedFlow, link: Block): Way | undefined {
  const groupId = isJsonObject(link.options) ? link.options.groupId : undefined;
  if (typeof groupId === 'string' && groupId !== '') {
    return isDynamicTarget(groupId) ? undefined : wayFrom(flow, groupId);
  }
  const start = flow.events?.find(({ type }) => type === 'start');
  if (start) return wayAlong(flow, start.outgoingEdgeId);
  const startBlock = flow.groups.flatMap(getGroupBlocks).find(({ type }) => type === START.type);
  return wayAlong(flow, startBlock?.outgoingEdgeId);
}

/** Where a conversation goes on after a linked bot whose beginning is not known: after the only link to it. */
function findReturn(
  { botId }: WalkedFlow,
  flows: readonly WalkedFlow[],
  passed: Set<Block>,
): Way | undefined {
  if (botId === flows[0]?.botId) return undefined;
  const links = flows.flatMap((flow) =>
    flow.groups.flatMap((group) => {
      const blocks = getGroupBlocks(group);
      return blocks
        .map((block, index) => ({ flow, block, rest: blocks.slice(index + 1) }))
        .filter(({ block }) => getMergedBot(block, flow.version) === botId);
    }),
  );
  const [link, ...others] = links;
  if (!link || others.length > 0 || passed.has(link.block)) return undefined;
  passed.add(link.block);
  return wayAfter(link.flow, link.block, link.rest);
}

/**
 * Returns the edge of the item that was chosen. Undefined if the input goes on alike after every answer, and `unknown`
 * if items have edges but none of them is the answer.
 */
function findExit(input: Block, content: string): string | 'unknown' | undefined {
  // Several choices at once never follow the edge of one.
  if (isJsonObject(input.options) && input.options.isMultipleChoice === true) return undefined;
  const items = (Array.isArray(input.items) ? input.items : []).filter(isJsonObject);
  const chosen = items.find((item) => [item.content, item.title, item.value].includes(content));
  if (chosen) return typeof chosen.outgoingEdgeId === 'string' ? chosen.outgoingEdgeId : undefined;
  return items.some(({ outgoingEdgeId }) => typeof outgoingEdgeId === 'string') ? 'unknown' : undefined;
}
