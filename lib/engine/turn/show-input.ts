import { InputUnavailableError } from '#lib/engine/blocks/inputs/input-unavailable.ts';
import type { InputModule } from '#lib/engine/model/block-module.ts';
import type { ChatBlock } from '#lib/engine/model/chat-block.ts';
import type { ShownInput } from '#lib/engine/model/chat-protocol.ts';
import { maxTextChars } from './block-text.ts';
import { withinTurn } from './compute-limit.ts';
import { MAX_TURN_CHARS, type Turn } from './turn.ts';

/**
 * Returns the input as sent to the client.
 * @throws InputUnavailableError
 */
export async function showInput(turn: Turn, block: ChatBlock, module: InputModule): Promise<ShownInput> {
  const shown = await withinTurn(
    turn.computeTime,
    () => module.show?.(block, turn.view) ?? (block as ShownInput),
    maxTextChars(block, turn.variables),
  );
  if (JSON.stringify(shown).length > MAX_TURN_CHARS) {
    throw new InputUnavailableError('The input was not shown: it does not fit into a response');
  }
  return shown;
}
