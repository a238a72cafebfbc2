import type { Caller } from '#lib/auth/access.ts';
import { readBot } from '#lib/bots/store/draft-store.ts';
import { assertNotArchived } from './archived-bot.ts';
import { accessToBot } from './bot-access.ts';
import { botNotFound } from './bot-not-found.ts';
import { publicIdFromName } from './document/public-id-from-name.ts';
import { checkFlow } from './flow/flow-check.ts';
import type { FlowIssue } from './flow/flow-issue.ts';
import { type Publication, releaseToPublish } from './publish-bot.ts';

/**
 * What publishing the draft now would return, and the issues of its flow. For a bot without a publicId, the
 * one returned is only an example: the real one will end in other random characters.
 *
 * @throws NOT_FOUND, FORBIDDEN, CONFLICT for an archived bot
 */
export async function rehearsePublication(
  botId: string,
  caller: Caller,
): Promise<Publication & { issues: FlowIssue[] }> {
  const bot = await readBot(botId, accessToBot(caller, 'editor'));
  if (!bot) throw botNotFound();
  const { head, document, stored } = bot;
  assertNotArchived(head);
  const { release, isPublished } = releaseToPublish(head, stored.listed.contentDigest);
  const publishedAt = isPublished ? head.published?.publishedAt : undefined;
  return {
    publicId: head.publicId ?? publicIdFromName(document.name),
    release,
    publishedAt: publishedAt ?? new Date().toISOString(),
    issues: checkFlow(document, head.id),
  };
}
