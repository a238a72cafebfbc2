import { InputUnavailableError, unavailableLog } from '#lib/engine/blocks/inputs/input-unavailable.ts';
import type { ChatBlock } from '#lib/engine/model/chat-block.ts';
import { FlowStoppedError } from '#lib/engine/model/flow-stopped.ts';
import { ServiceError } from '#lib/platform/errors/service-error.ts';
import { logger } from '#lib/platform/observability/logger.ts';
import type { Turn } from './turn.ts';

/**
 * Logs an error thrown by a block, so that the conversation can continue. Blocks are not supposed to throw,
 * but a bug in one must not end the conversation.
 *
 * @throws ServiceError unchanged, for the caller to handle
 */
export function handleBlockError(turn: Turn, { type }: ChatBlock, error: unknown): void {
  if (error instanceof ServiceError) throw error;
  if (error instanceof FlowStoppedError) {
    turn.log({ status: 'error', description: error.message });
  } else if (error instanceof InputUnavailableError) {
    turn.log(unavailableLog(error));
  } else {
    logger.error('A block failed', { blockType: type, error: error as Error });
    turn.log({ status: 'error', description: `A block of type "${type}" failed` });
  }
}
