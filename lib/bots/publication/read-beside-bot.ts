import { ServiceError } from '#lib/platform/errors/service-error.ts';

/**
 * Reads an item that belongs to a bot, such as a release. If the caller has no access, also reads the bot,
 * because the caller of this function does so for a missing item. Otherwise the response time would reveal
 * whether another workspace's bot exists.
 *
 * @param read throws NOT_FOUND if the caller has no access
 */
export async function readBesideBot<T>(
  read: () => Promise<T | undefined>,
  readBot: () => Promise<unknown>,
): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'NOT_FOUND') await readBot();
    throw error;
  }
}
