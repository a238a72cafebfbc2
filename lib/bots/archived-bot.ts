import { ServiceError } from '#lib/errors/service-error.ts';
import type { BotHead } from './document/bot-head.ts';

/** An archived bot can only be read, copied and restored. */
export function assertNotArchived(head: BotHead): void {
  if (head.isArchived) throw new ServiceError('CONFLICT', 'The bot is archived; restore it first');
}
