import type { PublishedHead } from './bot-head.ts';

/** Not published, published as it is, or changed since it was published. */
export const BOT_STATES = ['draft', 'published', 'changed'] as const;

export type BotState = (typeof BOT_STATES)[number];

/** Returns a bot's state. The digests say whether publishing would change anything. */
export function stateOf(bot: { published: PublishedHead | null; contentDigest: string }): BotState {
  if (bot.published === null) return 'draft';
  return bot.published.digest === bot.contentDigest ? 'published' : 'changed';
}
