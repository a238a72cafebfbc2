import { DEFAULT_ITEMS_PER_PAGE } from '#functions/list-page.ts';
import { listBots } from '#lib/bots/list-bots.ts';
import { endpointHandler } from '#lib/platform/http/pipeline.ts';
import { listBotsContract } from './list-bots.contract.ts';

export const handler = endpointHandler(listBotsContract, async ({ query, caller }) => {
  const { workspaceId, folderId, archived, search, state, limit, cursor } = query;
  const list = {
    workspaceId,
    isArchived: archived === 'true',
    folderId: folderId === 'root' ? null : folderId,
    search,
    state,
    limit: Number(limit ?? DEFAULT_ITEMS_PER_PAGE),
    cursor,
  };
  return { body: await listBots(list, caller) };
});
