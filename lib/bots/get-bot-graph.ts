import { findRelease } from '#lib/bots/publication/get-release.ts';
import { readBot } from '#lib/bots/store/draft-store.ts';
import type { Caller } from '#lib/platform/auth/access.ts';
import { accessToBot } from './bot-access.ts';
import { botNotFound } from './bot-not-found.ts';
import type { BotDocument } from './document/bot-document.ts';
import { flowPicture } from './flow/flow-picture.ts';

/**
 * Draws a bot's draft or one of its releases as SVG.
 *
 * @param which `draft` or a release number
 * @throws NOT_FOUND if the bot or the release does not exist
 */
export async function getBotGraph(botId: string, which: string, caller: Caller): Promise<string> {
  const document = await findDocument(botId, which, caller);
  return flowPicture(document, document.name, botId);
}

async function findDocument(botId: string, which: string, caller: Caller): Promise<BotDocument> {
  if (which !== 'draft') return (await findRelease(botId, which, caller)).document;
  const bot = await readBot(botId, accessToBot('viewer', caller));
  if (!bot) throw botNotFound();
  return bot.document;
}
