import { createHash, randomUUID } from 'node:crypto';
import type { SourceBot } from '#apps/cli/moving/source/source.ts';
import { ApiError } from '#apps/client/api-error.ts';
import type { Client } from '#apps/client/client.ts';
import { IDEMPOTENCY_KEY_HEADER, REPLAYED_HEADER } from '#lib/platform/idempotency/idempotency-key.ts';
import { toMovedDocument } from './moved-document.ts';
import type { TargetBot, TargetWorkspace } from './target-bots.ts';

/**
 * Creates the bot with what is published, or else with the draft. Its links keep the ids of the source until
 * `finishBot`, which has to follow: a body with new ids would have another idempotency key each time.
 *
 * @throws ApiError
 */
export async function createTargetBot(
  sourceId: string,
  bot: SourceBot,
  { client, workspaceId }: Pick<TargetWorkspace, 'client' | 'workspaceId'>,
): Promise<TargetBot> {
  const moved = toMovedDocument(bot, new Map());
  const body = {
    workspaceId,
    bot: moved.publication ?? moved.draft,
    keepPublicId: true as const,
    // Clients of the bot may send what its webhooks were called with, as in the source.
    webhookReplies: 'data' as const,
    source: { id: sourceId },
  };
  const send = (idempotencyKey: string) =>
    client.importBot.withResponse({ body, headers: { [IDEMPOTENCY_KEY_HEADER]: idempotencyKey } });

  const key = createHash('sha256').update(JSON.stringify(body)).digest('hex');
  let { data, response } = await send(`bots-move-${key}`);
  // The response may be that of a move earlier today, and the bot deleted from the target since.
  if (response.headers.has(REPLAYED_HEADER) && !(await isInUse(client, data.bot.id))) {
    ({ data, response } = await send(`bots-move-${randomUUID()}`));
  }
  const { id, publicId } = data.bot;
  // A bot that an earlier call has created may have been changed since.
  const isFresh = !response.headers.has(REPLAYED_HEADER);
  return {
    id,
    publicId,
    isPublished: false,
    isArchived: false,
    isEdited: !isFresh,
    revision: undefined,
    isFromElsewhere: false,
    isFresh,
  };
}

/** Whether the bot exists, and is not archived. */
async function isInUse(client: Client, botId: string): Promise<boolean> {
  try {
    return !(await client.getBot({ params: { botId } })).bot.isArchived;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return false;
    throw error;
  }
}
