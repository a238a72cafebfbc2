import { ServiceError } from '#lib/errors/service-error.ts';

/**
 * Reads an item that is kept beside a bot's own, for example a release. Callers read the bot when the item
 * does not exist, so it is read for a caller without access too. That way the response time does not tell
 * another workspace's bot from one that does not exist.
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
