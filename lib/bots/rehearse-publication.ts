import type { Caller } from '#lib/auth/access.ts';
import { readBot } from '#lib/bots/store/draft-store.ts';
import { assertNotArchived } from './archived-bot.ts';
import { accessToBot } from './bot-access.ts';
import { botNotFound } from './bot-not-found.ts';
import { publicIdFromName } from './document/public-id-from-name.ts';
import { inertIssues } from './flow/checks/inert-issues.ts';
import { checkFlow } from './flow/flow-check.ts';
import type { FlowIssue } from './flow/flow-issue.ts';
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
    issues: checkFlow(document, head.id, inertIssues({ ...document, customDomain: head.customDomain })),
  };
}
