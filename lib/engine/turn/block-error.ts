import { InputUnavailable, unavailableLog } from '#lib/engine/blocks/inputs/input-unavailable.ts';
import type { ChatBlock } from '#lib/engine/model/chat-block.ts';
import { FlowStopped } from '#lib/engine/model/flow-stopped.ts';
import { ServiceError } from '#lib/errors/service-error.ts';
import { logger } from '#lib/observability/logger.ts';
import type { Turn } from './turn.ts';

/**
 * Logs an error that a block threw, so that the conversation can continue. An error that blocks are not meant
 * to throw is a bug of the service, and that must not end the respondent's conversation either.
 *
 * @throws ServiceError unchanged, because the caller has to know about it
 */
export function handleBlockError(turn: Turn, { type }: ChatBlock, error: unknown): void {
  if (error instanceof ServiceError) throw error;
  if (error instanceof FlowStopped) {
    turn.log({ status: 'error', description: error.message });
  } else if (error instanceof InputUnavailable) {
    turn.log(unavailableLog(error));
  } else {
    logger.error('A block failed', { blockType: type, error: error as Error });
    turn.log({ status: 'error', description: `A block of type "${type}" failed` });
  }
}
