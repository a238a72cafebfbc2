import { blockModule } from '#lib/engine/blocks/block-registry.ts';
import type { BlockPosition } from '#lib/engine/model/chat-flow.ts';
import type { ChatPorts } from '#lib/engine/model/ports.ts';
import { handleBlockError } from './block-error.ts';
import { maxTextChars } from './block-text.ts';
import { type ChatResponse, toChatResponse } from './chat-response.ts';
import { withinTurn } from './compute-limit.ts';
import { restoreTurn, type WaitingChat } from './restored-turn.ts';
import { showInput } from './show-input.ts';
import type { Turn } from './turn.ts';
import { waitingBlockGone } from './waiting-block-gone.ts';

/**
 * Shows again what the conversation waits for: the block, and the bubbles right before it in its group. Changes
 * nothing.
 *
 * @throws CONFLICT if the block no longer exists
 */
export async function repeatQuestion(chat: WaitingChat, ports: ChatPorts): Promise<ChatResponse> {
  const turn = restoreTurn(chat, ports);
  for (const flow of chat.flows) await turn.prepareFor(flow);
  const { waitingBlockId } = turn;
  // The flow of a chat that was only registered begins with the first reply.
  const isRegistered = waitingBlockId === undefined;
  if (!isRegistered) {
    const position = turn.flow.positionsByBlockId.get(waitingBlockId);
    if (!position) throw waitingBlockGone();
    showBubblesBefore(turn, position);
    await showWaitingBlock(turn, position);
    turn.waitAt(waitingBlockId);
  }
  return toChatResponse(turn, { keepsEmptyLists: false, isRegistered });
}

function showBubblesBefore(turn: Turn, { group, index }: BlockPosition): void {
  const before = group.blocks.slice(0, index);
  const first = before.findLastIndex(({ type }) => blockModule(type)?.kind !== 'bubble') + 1;
  for (const block of before.slice(first)) showBubble(turn, block);
}

function showBubble(turn: Turn, block: BlockPosition['block']): void {
  const module = blockModule(block.type);
  if (module?.kind !== 'bubble') return;
  try {
    const message = withinTurn(
      turn.computeTime,
      () => module.show(block, turn.view),
      maxTextChars(block, turn.variables),
    );
    if (message) turn.say(message);
  } catch (error) {
    handleBlockError(turn, block, error);
  }
}

async function showWaitingBlock(turn: Turn, { block }: BlockPosition): Promise<void> {
  const module = blockModule(block.type);
  if (!module) throw waitingBlockGone();
  if (module.kind === 'bubble') return showBubble(turn, block);
  try {
    if (module.kind === 'input') {
      turn.input = await showInput(turn, block, module);
      return;
    }
    // A block that waits for the client has done nothing else yet, so running it again only asks again.
    const { actions = [], embed } = await module.run(block, turn.view);
    if (embed) turn.say(embed);
    for (const action of actions) if (action.expectsDedicatedReply) turn.act(action);
  } catch (error) {
    handleBlockError(turn, block, error);
  }
}
