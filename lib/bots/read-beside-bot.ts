import { ServiceError } from '#lib/errors/service-error.ts';

/**
 * Reads what is kept beside a bot's own item, a release for example. If the caller has no access to it, the bot is read as
 * well, as it is when there is nothing: the time of a response does not tell a foreign bot from one that does not exist.
 *
 * @param read throws NOT_FOUND for a caller without access
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
