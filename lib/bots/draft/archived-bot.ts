import type { BotHead } from '#lib/bots/document/bot-head.ts';
import { ServiceError } from '#lib/platform/errors/service-error.ts';

/** An archived bot can only be read, copied and restored. */
export function assertNotArchived(head: BotHead): void {
  if (head.isArchived) throw new ServiceError('CONFLICT', 'The bot is archived; restore it first');
}
