import { type Caller, requireRole } from '#lib/platform/auth/access.ts';
import { ServiceError } from '#lib/platform/errors/service-error.ts';
import { type BotListQuery, type ListedBot, readBotPage } from './store/bot-list-store.ts';

/**
 * Returns a page of a workspace's bots, newest first: either the active or the archived ones. With a search or a
 * state, the page covers a part of the list, and `searched` says how many bots that was.
 *
 * @throws NOT_FOUND if the caller has no access to the workspace, BAD_REQUEST for an invalid cursor
 */
export async function listBots(query: BotListQuery, caller: Caller) {
  requireRole(
    query.workspaceId,
    'viewer',
    () => new ServiceError('NOT_FOUND', 'Workspace not found'),
    caller,
  );
  const { items, ...more } = await readBotPage(query);
  return { bots: items.map(present), ...more };
}

function present({ contentDigest, published, source, ...bot }: ListedBot) {
  return {
    ...bot,
    isPublished: published !== null,
    publishedRelease: published?.release ?? null,
    hasUnpublishedChanges: published?.digest !== contentDigest,
    ...(source && {
      source: {
        id: source.id,
        revision: source.revision ?? null,
        isEdited: source.digest !== contentDigest,
      },
    }),
  };
}
