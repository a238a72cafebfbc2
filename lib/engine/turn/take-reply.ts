import { blockModule } from '#lib/engine/blocks/block-registry.ts';
import { InputUnavailableError } from '#lib/engine/blocks/inputs/input-unavailable.ts';
import { ownRetryText } from '#lib/engine/blocks/inputs/retry-text.ts';
import type { InputModule, ReadReply } from '#lib/engine/model/block-module.ts';
import type { ChatBlock } from '#lib/engine/model/chat-block.ts';
import type { BlockPosition, Target } from '#lib/engine/model/chat-flow.ts';
import type { Reply, ShownInput } from '#lib/engine/model/chat-protocol.ts';
import { targetAfter } from '#lib/engine/model/edge-target.ts';
import { plainTextMessage } from '#lib/engine/rich-text/text-message.ts';
import { ServiceError } from '#lib/platform/errors/service-error.ts';
import { takeAcceptedAnswer } from './accepted-answer.ts';
import { handleBlockError } from './block-error.ts';
import { maxTextChars } from './block-text.ts';
import { withinTurn } from './compute-limit.ts';
import { findConnectedEvent } from './connected-event.ts';
import { showInput } from './show-input.ts';
import type { Turn } from './turn.ts';
import { waitingBlockGone } from './waiting-block-gone.ts';
import { queueFirst, walk } from './walk.ts';

export type InputReply = Exclude<Reply, { type: 'command' }>;

/**
 * Passes the reply to the waiting block and continues the walk. Without a reply, a block that waited only for
 * the client is done, while an input asks again or runs the invalid-reply event.
 */
export async function takeReply(turn: Turn, reply: Reply | undefined): Promise<void> {
  if (reply?.type === 'command') return await runCommand(turn, reply.command);
  const { waitingBlockId } = turn;
  const position = turn.flow.positionsByBlockId.get(waitingBlockId ?? '');
  const module = position && blockModule(position.block.type);
  if (!position || !module) throw waitingBlockGone();
  if (module.kind === 'input') return await takeAnswer(turn, position, module, reply, { mayInterrupt: true });
  const { trace } = turn.ports;
  trace?.startBlock(turn.flow, position.group, position.block);
  trace?.conclude('continued');
  if (reply?.type === 'text' && reply.text !== '') {
    try {
      await module.resume?.(position.block, reply.text, turn.view);
    } catch (error) {
      handleBlockError(turn, position.block, error);
    }
  }
  trace?.follow(turn.flow, position.block.outgoingEdgeId);
  await walk(turn, targetAfter(turn.flow, position.block.id));
  await resumeInterrupted(turn);
}

async function takeAnswer(
  turn: Turn,
  position: BlockPosition,
  module: InputModule,
  reply: InputReply | undefined,
  { mayInterrupt }: { mayInterrupt: boolean },
): Promise<void> {
  const { group, block } = position;
  const { trace } = turn.ports;
  trace?.startBlock(turn.flow, group, block);
  const read = await readReply(turn, block, module, reply);
  trace?.conclude(read.status);
  if (read.status === 'refused' && (await runEvent(turn, 'invalidReply', position, module, reply))) return;
  if (mayInterrupt && (await runEvent(turn, 'reply', position, module, reply))) return;
  if (read.status === 'refused') return await askAgain(turn, block, module, read.retryText);

  const accepted = read.status === 'accepted' ? read : undefined;
  if (accepted) takeAcceptedAnswer(turn, { position, reply, read: accepted });
  const edgeId = accepted?.outgoingEdgeId;
  trace?.choose(accepted?.itemId);
  trace?.follow(turn.flow, edgeId ?? block.outgoingEdgeId);
  const next = targetAfter(turn.flow, block.id, edgeId);
  turn.input = undefined;
  turn.isWaiting = false;
  if (reply?.type === 'text' && read.status === 'accepted' && read.content !== reply.text) {
    turn.lastMessageNewFormat = read.content;
  }
  if (!next && turn.frame.queue.length === 0 && turn.frames.length === 1) return;
  await walk(turn, next);
  await resumeInterrupted(turn);
}

/** Reads a reply. Treats it as invalid if reading takes too long or the input can no longer be shown. */
async function readReply(
  turn: Turn,
  block: ChatBlock,
  module: InputModule,
  reply: InputReply | undefined,
): Promise<ReadReply> {
  try {
    const shown = module.readsUnshown ? (block as ShownInput) : await showInput(turn, block, module);
    return await withinTurn(
      turn.computeTime,
      () => module.read(reply, shown, turn.view),
      maxTextChars(block, turn.variables) + (reply ? JSON.stringify(reply).length : 0),
    );
  } catch (error) {
    // `InputUnavailableError` is logged when the input is shown again.
    if (!(error instanceof InputUnavailableError)) handleBlockError(turn, block, error);
    return { status: 'refused' };
  }
}

const DEFAULT_RETRY_TEXT = 'Invalid message. Please, try again.';

async function askAgain(
  turn: Turn,
  block: ChatBlock,
  module: InputModule,
  reason = DEFAULT_RETRY_TEXT,
): Promise<void> {
  const text = ownRetryText(block) ?? module.retryText ?? getInvalidMessage(turn) ?? reason;
  try {
    turn.input = await showInput(turn, block, module);
  } catch (error) {
    handleBlockError(turn, block, error);
    turn.ports.trace?.follow(turn.flow, block.outgoingEdgeId);
    return await walk(turn, targetAfter(turn.flow, block.id));
  }
  const { textFormat } = turn.chat;
  const shown = turn.view.render(text, textFormat === 'markdown' ? 'markdown' : 'text');
  turn.say(plainTextMessage(block.id, shown, textFormat));
  turn.waitAt(block.id);
}

function getInvalidMessage({ flow }: Turn): string | undefined {
  const text = flow.settings.general?.systemMessages?.invalidMessage;
  return typeof text === 'string' && text !== '' ? text : undefined;
}

/**
 * Runs an event's flow instead of handling the reply.
 *
 * @returns false if there is no such event, or it is not connected
 */
async function runEvent(
  turn: Turn,
  type: 'reply' | 'invalidReply',
  { group, block }: BlockPosition,
  module: InputModule,
  reply: InputReply | undefined,
): Promise<boolean> {
  const event = findConnectedEvent(turn.flow, type);
  if (!event) return false;
  const { trace } = turn.ports;
  if (type === 'reply') trace?.conclude('interrupted');
  trace?.startEvent(turn.flow, event.event);
  const { contentVariableId, inputTypeVariableId, inputNameVariableId } = event.options;
  if (reply) {
    const content = reply.type === 'text' ? reply.text : reply.url;
    turn.set(contentVariableId, content, { typed: [content] });
  }
  turn.set(inputTypeVariableId, module.shortName);
  turn.set(inputNameVariableId, group.title);
  turn.markReturn({ blockId: block.id, ...(type === 'reply' && reply && { resumeWith: reply }) });
  await leaveFor(turn, event.target);
  return true;
}

/**
 * Runs a command event, which clients may send at any time. Afterwards, the waiting input is shown again if
 * the event says so or its flow reaches a Return block. Otherwise, the conversation continues where the event
 * leads.
 */
async function runCommand(turn: Turn, command: string): Promise<void> {
  const event = findConnectedEvent(turn.flow, 'command', command);
  if (!event) throw new ServiceError('BAD_REQUEST', 'The bot has no connected event for this command');
  turn.ports.trace?.startEvent(turn.flow, event.event);
  const position = turn.flow.positionsByBlockId.get(turn.waitingBlockId ?? '');
  if (position) {
    const back = { groupId: position.group.id, blockId: position.block.id };
    if (event.options.resumeAfter) queueFirst(turn, back);
    else turn.markReturn({ blockId: position.block.id });
  }
  await leaveFor(turn, event.target);
}

async function leaveFor(turn: Turn, target: Target): Promise<void> {
  turn.input = undefined;
  turn.isWaiting = false;
  await walk(turn, target);
  await resumeInterrupted(turn);
}

/** Passes an interrupted reply to its input once the flow has returned from the reply event. */
async function resumeInterrupted(turn: Turn): Promise<void> {
  const mark = turn.returnMark;
  if (!mark?.isCalled || !turn.isWaiting) return;
  if (mark.botId !== turn.flow.botId || mark.blockId !== turn.waitingBlockId) return;
  turn.returnMark = undefined;
  const position = turn.flow.positionsByBlockId.get(mark.blockId);
  const module = position && blockModule(position.block.type);
  if (!position || module?.kind !== 'input' || mark.resumeWith?.type === 'command') return;
  await takeAnswer(turn, position, module, mark.resumeWith, { mayInterrupt: false });
}
