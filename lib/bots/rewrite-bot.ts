import { ClaimTaken } from '#lib/bots/store/bot-claims.ts';
import { BotChanged } from '#lib/bots/store/write-bot-item.ts';
import { ServiceError } from '#lib/errors/service-error.ts';
import { botNotFound } from './bot-not-found.ts';

/** In the worst case, fifty concurrent writers of one bot need about as many rounds as there are writers. */
const MAX_ATTEMPTS = 60;

const TAKEN = {
  publicId: 'This publicId is taken by another bot',
  customDomain: 'This customDomain is taken by another bot',
} as const;

/** The error for a publicId or a custom domain that another bot has. */
export function takenConflict({ field }: ClaimTaken): ServiceError {
  return new ServiceError('CONFLICT', TAKEN[field], {
    issues: [{ path: `bot.${field}`, message: TAKEN[field] }],
  });
}

/**
 * Reads a bot, lets `rewrite` decide and write, and starts again with a fresh read if somebody else has
 * written in between. So two simultaneous changes of different fields both survive.
 *
 * @param read reads the bot with its document, or only its head if that is enough to decide
 * @throws NOT_FOUND, CONFLICT if a publicId or a custom domain is taken, and whatever `rewrite` throws
 */
export async function rewriteBot<B, T>(
  botId: string,
  read: (botId: string) => Promise<B | undefined>,
  rewrite: (bot: B) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const bot = await read(botId);
    if (!bot) throw botNotFound();
    try {
      return await rewrite(bot);
    } catch (error) {
      if (error instanceof ClaimTaken) throw takenConflict(error);
      if (!(error instanceof BotChanged)) throw error;
      if (attempt === MAX_ATTEMPTS) {
        throw new ServiceError(
          'SERVICE_UNAVAILABLE',
          'The bot is being changed too often; please try again',
          {
            retryAfterSeconds: 1,
            cause: error,
          },
        );
      }
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * Math.min(attempt, 10)));
    }
  }
}
