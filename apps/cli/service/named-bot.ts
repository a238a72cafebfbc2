import { ApiError } from '#apps/client/api-error.ts';
import type { Service } from './connection.ts';
import { readPages } from './list-pages.ts';

/** Help text of the `<bot>` argument. */
export const BOT_WORDS = 'id or public id of the bot';

/** The pattern of a public id. Other text is not worth a search. */
const PUBLIC_ID = /^[a-z0-9]+(-[a-z0-9]+)*$/;

const PAGE_SIZE = '100';

/**
 * Runs a command's work on a bot named by id, which costs nothing, or by public id, which is looked up if no bot
 * has that id.
 *
 * @param run called a second time if the service did not find the bot by the text itself, so its first request
 *   must be one that needs the bot
 */
export async function withNamedBot<T>(
  service: Service,
  named: string,
  run: (botId: string) => Promise<T>,
): Promise<T> {
  try {
    return await run(named);
  } catch (error) {
    if (!isNoSuchBot(error)) throw error;
    const botId = await findByPublicId(service, named);
    if (botId === undefined) throw error;
    return await run(botId);
  }
}

/**
 * Returns the id of the bot with this id or public id. Reads the bot to find out.
 *
 * @throws ApiError NOT_FOUND if there is none
 */
export async function findBotId(service: Service, named: string): Promise<string> {
  return await withNamedBot(service, named, async (botId) => {
    const { bot } = await service.client.getBot({ params: { botId } });
    return bot.id;
  });
}

/** Checks the message, because a missing result is a 404 too. Exports and imports wrap the error. */
function isNoSuchBot(error: unknown): boolean {
  if (error instanceof ApiError) return error.status === 404 && error.message.startsWith('Bot not found');
  return error instanceof Error && isNoSuchBot(error.cause);
}

/** Looks through the lists of the token's workspaces. */
async function findByPublicId({ client }: Service, publicId: string): Promise<string | undefined> {
  if (!PUBLIC_ID.test(publicId)) return undefined;
  const { workspaces } = await client.getMe();
  for (const { id: workspaceId } of workspaces) {
    const readPage = (cursor: string | undefined) =>
      client.listBots({ query: { workspaceId, limit: PAGE_SIZE, cursor } });
    for await (const page of readPages(undefined, readPage)) {
      const found = page.bots.find((bot) => bot.publicId === publicId);
      if (found) return found.id;
    }
  }
  return undefined;
}
