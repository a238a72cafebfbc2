import type { ChatBlock } from '#lib/engine/model/chat-block.ts';
import { logger } from '#lib/observability/logger.ts';
import type { Turn } from './turn.ts';

/** Logs what must not be: a defect of ours, which must not cost the respondent the conversation. */
export function logFailure(turn: Turn, { type }: ChatBlock, error: unknown): void {
  logger.error('A block failed', { blockType: type, error: error as Error });
  turn.log({ status: 'error', description: `A block of type "${type}" failed` });
}
