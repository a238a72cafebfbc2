import type { BotEvent } from '#lib/bots/document/bot-document.ts';

/** Names of the types of events. A flow has one start, and it is the first of its events. */
export const EVENT_NAMES: Readonly<Record<BotEvent['type'], string>> = {
  start: 'Start',
  command: 'Command',
  reply: 'Reply',
  invalidReply: 'Invalid reply',
};

/** Returns what tells an event from others of its type: `Command /help`. */
export function getEventLabel({ type, options }: BotEvent): string {
  const { command } = (options ?? {}) as { command?: unknown };
  return type === 'command' && typeof command === 'string' && command !== ''
    ? `${EVENT_NAMES.command} /${command}`
    : EVENT_NAMES[type];
}
