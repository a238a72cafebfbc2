import { botNotFound } from '#lib/bots/bot-not-found.ts';
import { type ClaimField, ClaimTakenError } from '#lib/bots/store/bot-claims.ts';
import { BotChangedError } from '#lib/bots/store/write-bot-item.ts';
import { ServiceError } from '#lib/platform/errors/service-error.ts';

/** Upper bound for retries: fifty concurrent writers of one bot need about fifty in the worst case. */
const MAX_ATTEMPTS = 60;

const TAKEN = {
  publicId: 'This publicId is taken by another bot',
  customDomain: 'This customDomain is taken by another bot',
} as const;

/** Returns the error for a publicId or custom domain that another bot already uses. */
export function createTakenConflict(field: ClaimField): ServiceError {
  return new ServiceError('CONFLICT', TAKEN[field], {
    issues: [{ path: `bot.${field}`, message: TAKEN[field] }],
  });
}

/**
 * Reads a bot, calls `rewrite` to change it, and retries from a fresh read if the bot was changed
 * concurrently. Concurrent changes to different fields therefore both survive.
 *
 * @param read reads the bot with its document, or only its head if that is enough to decide
 * @throws NOT_FOUND, CONFLICT if a publicId or custom domain is taken, and whatever `rewrite` throws
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
      if (error instanceof ClaimTakenError) throw createTakenConflict(error.field);
      if (!(error instanceof BotChangedError)) throw error;
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
