import type { SourceBot } from '#apps/cli/moving/source/source.ts';
import type { JsonObject } from '#lib/platform/json/json-object.ts';
import { type Revision, toMovedDocument, toRevision } from './moved-document.ts';
import type { TargetBot } from './target-bots.ts';

/**
 * The part of a bot that is brought to the target. With `publication` alone, the published copy also becomes the draft: the
 * source stays the editor.
 */
export type MovedPart = 'everything' | 'publication';

export type PlanOptions = {
  /** Also replaces a draft that was changed in the target; the service keeps it as a release. */
  overwrite: boolean;
  part: MovedPart;
  /** The bot in the target has addresses of files that are brought since. */
  hasOldAddresses?: boolean | undefined;
};

/** Changes to make to a bot that exists in the target. */
export type BotPlan =
  | { outcome: 'unchanged' | 'editedHere' | 'archivedHere' }
  /** `last` is the document that becomes the draft. */
  | { outcome: 'updated'; publication: JsonObject | null; last: JsonObject; revision: Revision };

export function planBot(
  targetBot: TargetBot,
  bot: SourceBot,
  newIds: ReadonlyMap<string, string>,
  { part, overwrite, hasOldAddresses = false }: PlanOptions,
): BotPlan {
  if (targetBot.isArchived) return { outcome: bot.draft.isArchived === true ? 'unchanged' : 'archivedHere' };
  // No longer published in the source: whether it should stay so in the target is for people to decide.
  if (part === 'publication' && bot.published === null) return { outcome: 'unchanged' };
  const moved = toMovedDocument(bot, newIds);
  const { publication } = moved;
  const last = part === 'publication' && publication ? publication : moved.draft;
  const revision = toRevision({ publication, draft: last }, bot.draft);
  const isPublicationNew = targetBot.revision?.publication !== revision.publication;
  const isDraftNew = part === 'everything' && targetBot.revision?.draft !== revision.draft;
  const isOverwritten = targetBot.isEdited && overwrite;
  if (!isPublicationNew && !isDraftNew && !isOverwritten && !hasOldAddresses) return { outcome: 'unchanged' };
  const isKnown = targetBot.revision !== undefined || targetBot.isFromElsewhere;
  if (isKnown && targetBot.isEdited && !overwrite) return { outcome: 'editedHere' };
  return { outcome: 'updated', publication, last, revision };
}
