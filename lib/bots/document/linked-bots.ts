import { BOT_LINK } from '#lib/blocks/logic/bot-link.ts';
import { isJsonObject, type JsonObject } from '#lib/platform/json/json-object.ts';
import { isStepsEra } from './steps-to-blocks.ts';

/*
 * A "Typebot link" block runs another bot and names it by id. Such ids mean something only in the place that a
 * document comes from, so moving bots includes rewriting them. Both functions take documents of any age, and
 * documents that are not valid.
 */

/** Names the bot that contains the link, so it is not an id. */
const CURRENT_BOT = 'current';

/** A link's id of a bot, and where it is in the document. */
export type LinkedBot = { botId: string; path: string };

/**
 * Lists the links to bots by id, in the document's order. Links to `current` and links that name no bot are left
 * out. A path is that of the document in today's form (`bot.groups[0].blocks[1].options.typebotId`), as in
 * warnings and flow issues.
 */
export function findLinkedBotIds(document: JsonObject): LinkedBot[] {
  const links: LinkedBot[] = [];
  const { groupsKey, getBlocksKey } = namesIn(document);
  for (const [groupIndex, group] of listIn(document, groupsKey).entries()) {
    if (!isJsonObject(group)) continue;
    for (const [blockIndex, block] of listIn(group, getBlocksKey(group)).entries()) {
      const botId = getLinkedBotId(block);
      if (botId === undefined) continue;
      links.push({ botId, path: `bot.groups[${groupIndex}].blocks[${blockIndex}].options.typebotId` });
    }
  }
  return links;
}

/**
 * Returns the document with the ids in its links replaced by those in the map. Nothing else changes: not the
 * order of keys, not a link whose id the map lacks, not a link to `current`. A map may replace a bot's own id by
 * `current`. If nothing changes, returns the document itself.
 */
export function relinkBots<T extends JsonObject>(document: T, newIds: ReadonlyMap<string, string>): T {
  const { groupsKey, getBlocksKey } = namesIn(document);
  return withList(document, groupsKey, (group) =>
    isJsonObject(group) ? withList(group, getBlocksKey(group), (block) => relinkBlock(block, newIds)) : group,
  );
}

/** Returns the names of the lists of groups and blocks, which differed until June 2022. */
function namesIn(document: JsonObject) {
  if (!isStepsEra(document)) return { groupsKey: 'groups', getBlocksKey: () => 'blocks' };
  return {
    groupsKey: 'blocks',
    getBlocksKey: (group: JsonObject) => (Object.hasOwn(group, 'blocks') ? 'blocks' : 'steps'),
  };
}

function getLinkedBotId(block: unknown): string | undefined {
  if (!isJsonObject(block) || block.type !== BOT_LINK.type || !isJsonObject(block.options)) return undefined;
  const { typebotId: botId } = block.options;
  return typeof botId === 'string' && botId !== '' && botId !== CURRENT_BOT ? botId : undefined;
}

function relinkBlock(block: unknown, newIds: ReadonlyMap<string, string>): unknown {
  const botId = getLinkedBotId(block);
  const newId = botId === undefined ? undefined : newIds.get(botId);
  if (newId === undefined || newId === botId) return block;
  const link = block as JsonObject & { options: JsonObject };
  return { ...link, options: { ...link.options, typebotId: newId } };
}

function listIn(object: JsonObject, key: string): unknown[] {
  const list = object[key];
  return Array.isArray(list) ? list : [];
}

/** Applies `change` to each element of a list. Returns the object itself if nothing changes. */
function withList<T extends JsonObject>(object: T, key: string, change: (element: unknown) => unknown): T {
  const list = listIn(object, key);
  const changed = list.map(change);
  return changed.every((element, index) => element === list[index]) ? object : { ...object, [key]: changed };
}
