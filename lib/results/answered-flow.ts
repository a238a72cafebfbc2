import type { Caller } from '#lib/auth/access.ts';
import { accessToBot } from '#lib/bots/bot-access.ts';
import { botNotFound } from '#lib/bots/bot-not-found.ts';
import type { BotFlow } from '#lib/bots/document/bot-document.ts';
import { wellFormed } from '#lib/bots/document/well-formed-flow.ts';
import { readBesideBot } from '#lib/bots/read-beside-bot.ts';
import { readBot, readBotHead } from '#lib/bots/store/draft-store.ts';
import { readPublished } from '#lib/bots/store/publication-store.ts';

/**
 * Reads the flow that a bot's results refer to: the published copy or, if nothing is published, the draft. The
 * flow is normalized, so that its ids match those in answers and variables.
 *
 * @throws NOT_FOUND, FORBIDDEN
 */
export async function readAnsweredFlow(botId: string, caller: Caller): Promise<BotFlow> {
  const published = await readBesideBot(
    () => readPublished(botId, accessToBot(caller, 'viewer')),
    () => readBotHead(botId),
  );
  if (published) return wellFormed(published.flow);
  const bot = await readBot(botId, accessToBot(caller, 'viewer'));
  if (!bot) throw botNotFound();
  return wellFormed(bot.document);
}
