import { findRelease } from '#lib/bots/publication/get-release.ts';
import { readBot } from '#lib/bots/store/draft-store.ts';
import type { Caller } from '#lib/platform/auth/access.ts';
import { accessToBot } from './bot-access.ts';
import { botNotFound } from './bot-not-found.ts';
import { limitDiff } from './diff-limit.ts';
import type { BotDocument } from './document/bot-document.ts';
import { diffFlows } from './flow/flow-diff.ts';

export const DRAFT = 'draft';

/**
 * Returns the changes that turn `from` into `to`, each of which is `draft` or a release number.
 *
 * @throws NOT_FOUND if the bot or a release does not exist
 */
export async function diffBot(botId: string, { from, to }: { from: string; to: string }, caller: Caller) {
  const before = await findDocument(botId, from, caller);
  const after = await findDocument(botId, to, caller);
  return { from, to, ...limitDiff(diffFlows(before, after)) };
}

async function findDocument(botId: string, which: string, caller: Caller): Promise<BotDocument> {
  if (which !== DRAFT) return (await findRelease(botId, which, caller)).document;
  const bot = await readBot(botId, accessToBot('viewer', caller));
  if (!bot) throw botNotFound();
  return bot.document;
}
