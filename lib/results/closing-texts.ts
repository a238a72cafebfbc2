import { isInputBlock } from '#lib/bots/document/block-types.ts';
import type { BotFlow } from '#lib/bots/document/bot-document.ts';
import { getJump } from '#lib/bots/flow/flow-graph.ts';
import { isJsonObject } from '#lib/json/json-object.ts';
import { toPlainText } from './bubble-text.ts';
import { type Block, getBlocks } from './flow-blocks.ts';

/** Blocks after which a result does not tell where the conversation went on. */
const FORKS = new Set<unknown>(['Condition', 'AB test', 'Return']);

/** Blocks that a conversation still has to pass, nearest first. */
type Way = readonly Block[];

/**
 * Yields the texts that the bot sent after the last answer: up to the next question, the end, or the first place
 * where the flow divides for a reason that the result does not tell.
 */
export function* closingTexts(
  answer: { blockId: string; content: string },
  flow: Pick<BotFlow, 'groups' | 'edges'>,
): Generator<string> {
  const groups = flow.groups.map((group) => ({ id: group.id, blocks: getBlocks(group) }));
  const edges = new Map(flow.edges.map(({ id, to }) => [id, to]));

  /** An unknown block stands for the last one of its group, as in a chat. */
  const wayFrom = (groupId: unknown, blockId?: string): Way => {
    const blocks = groups.find(({ id }) => id === groupId)?.blocks ?? [];
    if (blockId === undefined) return blocks;
    const index = blocks.findIndex(({ id }) => id === blockId);
    return blocks.slice(index === -1 ? Math.max(0, blocks.length - 1) : index);
  };
  const wayAlong = (edgeId: unknown): Way => {
    const to = typeof edgeId === 'string' ? edges.get(edgeId) : undefined;
    return to ? wayFrom(to.groupId, to.blockId) : [];
  };
  const wayAfter = (block: Block, rest: Way): Way =>
    typeof block.outgoingEdgeId === 'string' ? wayAlong(block.outgoingEdgeId) : rest;

  const group = groups.find(({ blocks }) => blocks.some(({ id }) => id === answer.blockId));
  const [input, ...rest] = group ? wayFrom(group.id, answer.blockId) : [];
  const exit = input && findExit(input, answer.content);
  if (!input || exit === 'unknown') return;
  let way: Way = exit === undefined ? wayAfter(input, rest) : wayAlong(exit);

  // A block that comes twice is in a loop, which ended for a reason that the result does not tell either.
  const passed = new Set<Block>();
  for (let block = way[0]; block && !passed.has(block); block = way[0]) {
    passed.add(block);
    if (isInputBlock(block) || FORKS.has(block.type)) return;
    if (block.type === 'Typebot link' && !getJump(block, undefined)) return;
    if (block.type === 'text') yield toPlainText(block.content);
    const jump = getJump(block, undefined);
    way = jump?.groupId === undefined ? wayAfter(block, way.slice(1)) : wayFrom(jump.groupId, jump.blockId);
  }
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
