import { START } from '#lib/blocks/start.ts';
import { blockModule } from '#lib/engine/blocks/block-registry.ts';
import type { ActionModule, LinkedRun, Outcome } from '#lib/engine/model/block-module.ts';
import type { ChatBlock } from '#lib/engine/model/chat-block.ts';
import type { Target } from '#lib/engine/model/chat-flow.ts';
import type { ShownInput } from '#lib/engine/model/chat-protocol.ts';
import { blockIndexIn, edgeTarget } from '#lib/engine/model/edge-target.ts';
import {
  FlowStoppedError,
  STOPPED_AT_LENGTH,
  STOPPED_IN_CIRCLES,
  STOPPED_IN_TIME,
} from '#lib/engine/model/flow-stopped.ts';
import { WALKING_RESERVE_MS } from '#lib/engine/model/turn-reserves.ts';
import { plainTextMessage } from '#lib/engine/rich-text/text-message.ts';
import { handleBlockError } from './block-error.ts';
import { maxTextChars } from './block-text.ts';
import { withinTurn } from './compute-limit.ts';
import { mergeIntoParent, type RunningFrame, resultChange, toLinkedFrame } from './frame.ts';
import { showInput } from './show-input.ts';
import { MAX_TURN_CHARS, type Turn } from './turn.ts';

/**
 * Maximum blocks executed per turn. The longest turn of a real bot has a few dozen, but a loop without an
 * input never ends.
 */
const MAX_STEPS = 1_000;

/** Maximum depth of linked bots. The session stores all of them. */
const MAX_FRAMES = 20;

/**
 * Maximum size of the linked bots' variables and answers, in characters of JSON, beyond which no further bot
 * can be linked. Each linked bot copies its parents' values, and the session stores them all in one item of
 * at most 400 KB.
 */
const MAX_FRAME_CHARS = 250_000;

/** Maximum length of the queue, which is stored with the session. */
const MAX_QUEUE = 100;

/**
 * Walks the flow until a block waits for the respondent or the flow ends. If `from` is undefined, the walk
 * continues with the queue.
 */
export async function walk(turn: Turn, from: Target | undefined): Promise<void> {
  turn.hasWalked = true;
  try {
    let target = from ?? nextQueued(turn);
    while (target) {
      const next = await walkGroup(turn, target);
      if (turn.isWaiting) return;
      target = next ?? nextQueued(turn);
    }
  } catch (error) {
    if (!(error instanceof FlowStoppedError)) throw error;
    turn.logStop(error.message);
    turn.say(plainTextMessage('flow-stopped', error.shownText, turn.chat.textFormat));
    stop(turn);
  }
}

/** Takes the next target off the queue. When a bot's queue is empty, it ends and its parent continues. */
function nextQueued(turn: Turn): Target | undefined {
  for (;;) {
    const queued = turn.frame.queue.shift();
    if (queued) return queued;
    if (turn.frames.length === 1) return undefined;
    endFrame(turn);
  }
}

/** Ends the running bot and resumes its parent. A stopped bot does not complete its result. */
function endFrame(turn: Turn): void {
  const [child, parent] = turn.frames;
  if (!child || !parent) return;
  if (child.isMergingWithParent) {
    for (const { message } of mergeIntoParent(child, parent)) {
      turn.log({ status: 'error', description: message });
    }
  } else {
    turn.endedResults.push(...resultChange([child], { isCompleted: !turn.isStopped }));
  }
  turn.frames.shift();
}

function stop(turn: Turn): void {
  turn.isStopped = true;
  while (turn.frames.length > 1) endFrame(turn);
  turn.frame.queue.length = 0;
  turn.input = undefined;
  turn.isWaiting = false;
}

/**
 * Executes a group's blocks until one waits or jumps elsewhere.
 * @returns where to continue
 */
async function walkGroup(turn: Turn, { groupId, blockId }: Target): Promise<Target | undefined> {
  const { flow } = turn;
  const group = flow.groupsById.get(groupId);
  if (!group) return undefined;
  let edgeId: string | undefined;
  const { blocks } = group;
  for (let index = blockIndexIn(group, blockId); index < blocks.length; index += 1) {
    const block = blocks[index];
    if (!block) break;
    countStep(turn);
    turn.ports.trace?.startBlock(flow, group, block);
    // Unless a block jumps, its edge only matters if it is the last block of the group.
    edgeId = block.outgoingEdgeId;
    const step = await executeBlock(turn, block);
    if (turn.isWaiting) return undefined;
    if (step !== 'next block') return step === 'no edge' ? undefined : step;
  }
  return followEdge(turn, edgeId);
}

/** Returns where an edge leads, and records that the flow takes it. */
function followEdge({ flow, ports }: Turn, edgeId: string | undefined): Target | undefined {
  ports.trace?.follow(flow, edgeId);
  return edgeTarget(flow, edgeId);
}

function countStep(turn: Turn): void {
  turn.steps += 1;
  if (turn.steps > MAX_STEPS) {
    throw new FlowStoppedError(
      `The flow was stopped after ${MAX_STEPS} blocks without an input: it is in a loop`,
      STOPPED_IN_CIRCLES,
    );
  }
  if (turn.responseChars > MAX_TURN_CHARS) {
    throw new FlowStoppedError(
      'The flow was stopped: its messages and actions do not fit into one response',
      STOPPED_AT_LENGTH,
    );
  }
  if (turn.ports.remainingMs() < WALKING_RESERVE_MS) {
    throw new FlowStoppedError('The flow was stopped: it exceeded the time limit of a turn', STOPPED_IN_TIME);
  }
}

type Step = Target | 'next block' | 'no edge';

async function executeBlock(turn: Turn, block: ChatBlock): Promise<Step> {
  const module = blockModule(block.type);
  if (!module) {
    // Start blocks of old documents are only markers.
    if (block.type !== START.type)
      turn.log({ status: 'error', description: `Blocks of type "${block.type}" are not supported` });
    return 'next block';
  }
  try {
    if (module.kind === 'bubble') {
      const message = withinTurn(
        turn.computeTime,
        () => module.show(block, turn.view),
        maxTextChars(block, turn.variables),
      );
      if (!message) return 'next block';
      turn.say(message);
      if (module.waits?.(block)) turn.waitAt(block.id);
      return 'next block';
    }
    if (module.kind === 'input') {
      turn.input = await showInput(turn, block, module);
      if (isWithoutChoice(turn.input)) {
        turn.log({ status: 'error', description: 'An input has nothing to choose, so nobody can answer it' });
      }
      turn.waitAt(block.id);
      return 'next block';
    }
    return await act(turn, block, module);
  } catch (error) {
    if (error instanceof FlowStoppedError) throw error;
    handleBlockError(turn, block, error);
    return edgeOrNext(turn, block);
  }
}

/** A choice whose list is empty, or whose items are all hidden. */
function isWithoutChoice({ items }: ShownInput): boolean {
  return Array.isArray(items) && items.length === 0;
}

async function act(turn: Turn, block: ChatBlock, module: ActionModule): Promise<Step> {
  const outcome = await withinTurn(
    turn.computeTime,
    () => module.run(block, turn.view),
    maxTextChars(block, turn.variables),
  );
  recordDecision(turn, outcome);
  if (outcome.actions) {
    for (const action of outcome.actions) {
      turn.act(action);
      if (action.expectsDedicatedReply) turn.waitAt(block.id);
    }
    return turn.isWaiting ? 'next block' : edgeOrNext(turn, block);
  }
  if (outcome.embed) {
    turn.say(outcome.embed);
    turn.waitAt(block.id);
    return 'next block';
  }
  if (outcome.isReturn) return takeReturn(turn, block);
  if (outcome.link) return await enter(turn, block, outcome);
  if (outcome.go === undefined) return edgeOrNext(turn, block);
  if (outcome.returnTo !== undefined) turn.markReturn({ blockId: outcome.returnTo });
  if (outcome.after) queueFirst(turn, outcome.after);
  if (outcome.go === 'end') return 'no edge';
  if ('target' in outcome.go) return outcome.go.target;
  return followEdge(turn, outcome.go.edgeId) ?? 'no edge';
}

function recordDecision({ ports: { trace } }: Turn, { itemId, isElse }: Outcome): void {
  if (isElse) trace?.conclude('else');
  trace?.choose(itemId);
}

function edgeOrNext(turn: Turn, block: ChatBlock): Step {
  if (block.outgoingEdgeId === undefined) return 'next block';
  return followEdge(turn, block.outgoingEdgeId) ?? 'no edge';
}

function takeReturn(turn: Turn, block: ChatBlock): Step {
  const mark = turn.returnMark;
  // Copies of a bot share block ids, so the mark includes the bot.
  const isOwn = mark?.botId === turn.flow.botId;
  const position = isOwn ? turn.flow.positionsByBlockId.get(mark.blockId) : undefined;
  if (!mark || !position) return edgeOrNext(turn, block);
  turn.returnMark = mark.resumeWith ? { ...mark, isCalled: true } : undefined;
  return { groupId: position.group.id, blockId: position.block.id };
}

/** Starts a linked bot. */
async function enter(
  turn: Turn,
  block: ChatBlock,
  { link, after }: { link: LinkedRun; after?: Target },
): Promise<Step> {
  if (turn.frames.length >= MAX_FRAMES) {
    turn.log({ status: 'error', description: `Failed to link a bot: ${MAX_FRAMES} bots are linked already` });
    return edgeOrNext(turn, block);
  }
  await turn.prepareFor(link.flow);
  const newResultId = turn.chat.isPreview || link.isMerging ? undefined : turn.ports.createId();
  const { linked, chars } = withinTurn(turn.computeTime, () => {
    const frame = toLinkedFrame(link, turn.frames, newResultId);
    return { linked: frame, chars: countChars([frame, ...turn.frames]) };
  });
  if (chars > MAX_FRAME_CHARS) {
    turn.log({
      status: 'error',
      description: 'Failed to link a bot: the bots linked so far hold too much data',
    });
    return edgeOrNext(turn, block);
  }
  if (after) queueFirst(turn, after);
  turn.frames.unshift(linked);
  return link.target;
}

function countChars(frames: readonly RunningFrame[]): number {
  return JSON.stringify(frames.map(({ variables, answers }) => [variables.list, answers])).length;
}

/** Adds a target to the front of the queue, where the flow continues when there is no edge to follow. */
export function queueFirst(turn: Turn, target: Target): void {
  const { queue } = turn.frame;
  queue.unshift(target);
  if (queue.length > MAX_QUEUE) queue.length = MAX_QUEUE;
}
