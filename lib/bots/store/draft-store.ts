import type { BotDocument } from '#lib/bots/document/bot-document.ts';
import type { Bot, BotHead } from '#lib/bots/document/bot-head.ts';
import type { Change } from '#lib/platform/audit/change.ts';
import { getItem, getItems } from '#lib/platform/store/dynamodb.ts';
import { isId, keys } from '#lib/platform/store/keys.ts';
import { getListedAttributes } from '#lib/platform/store/listed-attributes.ts';
import { type ClaimField, claimWrites } from './bot-claims.ts';
import { headItem, type StoredBot, type StoredHead, toHead, toListed, toState } from './bot-item.ts';
import { discardParts, storeDocument } from './document-parts.ts';
import { keepDraft } from './kept-release.ts';
import { readWithDocument } from './read-with-document.ts';
import { discardUnlessWritten, writeItem, writeWithClaims } from './write-bot-item.ts';

/** The name of a new bot that another bot has. */
export type TakenField = { taken: ClaimField };

/**
 * Writes a new bot and the claims on its publicId and custom domain. Returns `'exists'` if there already is a bot
 * with this id.
 */
export async function insertBot(bot: Bot, change: Change): Promise<'created' | 'exists' | TakenField> {
  const document = await storeDocument(bot.head.id, bot.document);
  const item = headItem(bot.head, { writes: 1, document, listed: toListed(bot.document) });
  const condition = { expression: 'attribute_not_exists(pk)' };
  const claims = claimWrites(undefined, bot.head);
  const refusal = await writeWithClaims({ put: item, condition }, claims, [], change);
  if (!refusal) return 'created';
  await discardUnlessWritten(bot.head.id, document, refusal.error);
  return refusal.takenField === undefined ? 'exists' : { taken: refusal.takenField };
}

export async function readBot(
  botId: string,
  assertAccess: (workspaceId: string) => void,
): Promise<StoredBot | undefined> {
  const found = await readWithDocument(botId, () => getItem(keys.draft(botId)), assertAccess);
  if (!found) return undefined;
  const { item, document } = found;
  return { head: toHead(item), document: document as BotDocument, stored: toState(item) };
}

/** Reads a bot, or its head alone if the caller has the document of this head already. */
export async function readBotUnless(
  isKnown: (head: BotHead) => boolean,
  botId: string,
  assertAccess: (workspaceId: string) => void,
): Promise<StoredBot | (StoredHead & { document?: never }) | undefined> {
  const read = () => getItem(keys.draft(botId));
  const found = await readWithDocument(botId, read, assertAccess, (item) => isKnown(toHead(item)));
  if (!found) return undefined;
  const { item, document } = found;
  const stored = { head: toHead(item), stored: toState(item) };
  return document === undefined ? stored : { ...stored, document: document as BotDocument };
}

/**
 * Reads a bot's head. A document stored in parts is not loaded.
 *
 * @example
 * const bot = await readBotHead(botId);
 * if (!bot) throw botNotFound();
 */
export async function readBotHead(botId: string): Promise<StoredHead | undefined> {
  if (!isId(botId)) return undefined;
  const item = await getItem(keys.draft(botId));
  return item && { head: toHead(item), stored: toState(item) };
}

/** The facts about a bot that a link to it depends on. */
export type LinkableBot = { workspaceId: string; isArchived: boolean; isPublished: boolean };

/** Reads what links to these bots depend on, and no documents. Bots that do not exist are left out. */
export async function readLinkableBots(botIds: string[]): Promise<Map<string, LinkableBot>> {
  const items = await getItems(botIds.filter(isId).map(keys.draft), [
    'id',
    'workspaceId',
    'isArchived',
    'listed.published',
  ]);
  return new Map(
    items.map((item) => [
      item.id as string,
      {
        workspaceId: item.workspaceId as string,
        isArchived: item.isArchived === true,
        isPublished: getListedAttributes(item).published !== undefined,
      },
    ]),
  );
}

/**
 * Saves a changed draft. An unchanged document is not written again. If `after` has a higher `lastRelease`, the
 * old draft is kept as that release in the same transaction.
 *
 * @param before the bot as read, with its document if the caller has it
 * @throws BotChangedError, ClaimTakenError
 */
export async function saveDraft(
  before: StoredHead & { document?: BotDocument },
  after: Bot,
  change: Change,
): Promise<void> {
  const kept = keepDraft(before, after.head, change);
  if (kept.length === 0 && JSON.stringify(before.document) === JSON.stringify(after.document)) {
    return await saveHead(before, after.head, change);
  }
  const botId = after.head.id;
  const document = await storeDocument(botId, after.document);
  const { draftRelease: _, ...state } = before.stored;
  try {
    const listed = toListed(after.document);
    await writeItem(before, after.head, { ...state, document, listed }, kept, change);
  } catch (error) {
    await discardUnlessWritten(botId, document, error);
    throw error;
  }
  // Parts shared with a release must not be deleted.
  const isReleased = kept.length > 0 || before.stored.document.parts?.id === before.stored.releasedPartsId;
  if (!isReleased) await discardParts(botId, before.stored.document);
}

/**
 * Saves a head whose draft is unchanged, for example when the publicId changes or the bot is unpublished.
 *
 * @throws BotChangedError, ClaimTakenError
 */
export async function saveHead(before: StoredHead, head: BotHead, change: Change): Promise<void> {
  const isUnpublished = before.head.published !== null && head.published === null;
  const also = isUnpublished ? [{ delete: keys.published(head.id) }] : [];
  await writeItem(before, head, before.stored, also, change);
}
