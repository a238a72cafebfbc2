import { accessToBot } from '#lib/bots/bot-access.ts';
import { botNotFound } from '#lib/bots/bot-not-found.ts';
import { publicIdFromName } from '#lib/bots/document/public-id-from-name.ts';
import { assertNotArchived } from '#lib/bots/draft/archived-bot.ts';
import { findForgeableWebhooks } from '#lib/bots/flow/checks/blocks/forgeable-webhooks.ts';
import { inertIssues } from '#lib/bots/flow/checks/blocks/inert-issues.ts';
import { checkFlow } from '#lib/bots/flow/flow-check.ts';
import type { FlowIssue } from '#lib/bots/flow/flow-issue.ts';
import { readBot } from '#lib/bots/store/draft-store.ts';
import type { Caller } from '#lib/platform/auth/access.ts';
import { type Publication, releaseToPublish } from './publish-bot.ts';

/**
 * Returns what publishing the draft now would return, plus the issues of its flow. If the bot has no publicId,
 * the returned one is only an example; its random characters will differ.
 *
 * @throws NOT_FOUND, FORBIDDEN, CONFLICT if the bot is archived
 */
export async function rehearsePublication(
  botId: string,
  caller: Caller,
): Promise<Publication & { issues: FlowIssue[] }> {
  const bot = await readBot(botId, accessToBot('editor', caller));
  if (!bot) throw botNotFound();
  const { head, document, stored } = bot;
  assertNotArchived(head);
  const { release, isPublished } = releaseToPublish(head, stored.listed.contentDigest);
  const publishedAt = isPublished ? head.published?.publishedAt : undefined;
  return {
    publicId: head.publicId ?? publicIdFromName(document.name),
    release,
    publishedAt: publishedAt ?? new Date().toISOString(),
    issues: checkFlow(document, head.id, [
      ...(head.webhookReplies === 'text' ? [] : findForgeableWebhooks(document)),
      ...inertIssues({ ...document, customDomain: head.customDomain }),
    ]),
  };
}
