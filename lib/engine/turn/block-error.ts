import { InputUnavailable, unavailableLog } from '#lib/engine/blocks/inputs/input-unavailable.ts';
import type { ChatBlock } from '#lib/engine/model/chat-block.ts';
import { FlowStopped } from '#lib/engine/model/flow-stopped.ts';
import { ServiceError } from '#lib/errors/service-error.ts';
import { logger } from '#lib/observability/logger.ts';
import type { Turn } from './turn.ts';

/**
 * Logs what a block threw, so that the conversation can go on. An error that is none of those a block may throw is a
 * defect of ours, which must not cost the respondent the conversation either.
 *
 * @throws ServiceError as it is: the caller has to know of it
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
