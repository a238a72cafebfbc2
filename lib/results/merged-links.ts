import { BOT_LINK } from '#lib/blocks/logic/bot-link.ts';
import type { BotFlow } from '#lib/bots/document/bot-document.ts';
import { isV6 } from '#lib/bots/document/bot-version.ts';
import { isJsonObject, type JsonObject } from '#lib/platform/json/json-object.ts';
import { getGroupBlocks } from './flow-blocks.ts';

/**
 * Maximum number of linked bots whose flows are read for the results of one bot. Each costs two or three requests. What
 * was answered in others is shown without titles.
 */
export const MAX_MERGED_BOTS = 20;

/** Returns the ids of the bots whose answers are merged into the results of this flow's bot, each once, in order. */
export function findMergedBots({ version, groups }: Pick<BotFlow, 'version' | 'groups'>): string[] {
  const botIds = groups.flatMap((group) =>
    getGroupBlocks(group).map((block) => getMergedBot(block, version)),
  );
  return [...new Set(botIds.filter((botId) => botId !== undefined))];
}

/** Returns the bot that a block links to, if it merges the results. `current` is the bot itself. */
export function getMergedBot(block: JsonObject, version: BotFlow['version']): string | undefined {
  if (block.type !== BOT_LINK.type || !isJsonObject(block.options)) return undefined;
  const { typebotId, mergeResults } = block.options;
  if (typeof typebotId !== 'string' || typebotId === '' || typebotId === 'current') return undefined;
  // Before version 6, links merged unless they said otherwise.
  const isMerging = isV6(version) ? mergeResults === true : (mergeResults ?? true) === true;
  return isMerging ? typebotId : undefined;
}
