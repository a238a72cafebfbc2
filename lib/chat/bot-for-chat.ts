import { botNotFound } from '#lib/bots/bot-not-found.ts';
import { isPublicId } from '#lib/bots/document/public-id.ts';
import { readPublicIdClaim } from '#lib/bots/store/bot-claims.ts';
import { readBot, readBotHead } from '#lib/bots/store/draft-store.ts';
import { type ChatBot, toChatFlow } from '#lib/engine/model/chat-flow.ts';
import { ServiceError } from '#lib/platform/errors/service-error.ts';
import { addLogKeys } from '#lib/platform/observability/log-keys.ts';
import { readReleasedFlow } from './flow-cache.ts';

const CLOSED_TEXT = 'This bot is now closed';

/**
 * Reads the flow published under a publicId. Costs one small read, plus one for the release on a cache miss.
 *
 * @throws NOT_FOUND if nothing is published under this id, BAD_REQUEST with the text from the bot's settings
 *   if the owner has closed the bot
 */
export async function readPublishedBot(publicId: string): Promise<ChatBot & { publishedAt: string }> {
  const claim = isPublicId(publicId) ? await readPublicIdClaim(publicId) : undefined;
  const { botId, release, publishedAt, isClosed, webhookReplies = 'data' } = claim ?? {};
  if (botId === undefined || release === undefined || publishedAt === undefined) throw botNotFound();
  addLogKeys({ botId });
  const flow = await readReleasedFlow(botId, release);
  if (!flow) throw botNotFound();
  addLogKeys({ workspaceId: flow.workspaceId });
  if (isClosed) {
    const { botClosed } = flow.settings.general?.systemMessages ?? {};
    throw new ServiceError(
      'BAD_REQUEST',
      typeof botClosed === 'string' && botClosed !== '' ? botClosed : CLOSED_TEXT,
    );
  }
  return { flow, webhookReplies, publishedAt };
}

/**
 * Reads the published flow and the settings of a linked bot. Undefined if the bot does not exist, is not published or belongs
 * to another workspace.
 */
export async function readLinkedPublishedBot(
  botId: string,
  workspaceId: string,
): Promise<ChatBot | undefined> {
  const found = await readBotHead(botId);
  if (!found || found.head.workspaceId !== workspaceId || !found.head.published) return undefined;
  const { published, webhookReplies } = found.head;
  const flow = await readReleasedFlow(botId, published.release);
  return flow && { flow, webhookReplies };
}

/**
 * Reads the draft and the settings of a bot, for previews. Undefined if the bot does not exist, is archived or belongs to
 * another workspace.
 */
export async function readDraftBot(botId: string, workspaceId: string): Promise<ChatBot | undefined> {
  const bot = await readBot(botId, (owner) => {
    if (owner !== workspaceId) throw botNotFound();
  }).catch((error: unknown) => {
    if (error instanceof ServiceError && error.code === 'NOT_FOUND') return undefined;
    throw error;
  });
  if (!bot || bot.head.isArchived) return undefined;
  const { webhookReplies } = bot.head;
  return { flow: toChatFlow({ botId, workspaceId, flow: bot.document }), webhookReplies };
}
