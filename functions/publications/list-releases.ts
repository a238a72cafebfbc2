import { DEFAULT_ITEMS_PER_PAGE } from '#functions/list-page.ts';
import { listReleases } from '#lib/bots/publication/list-releases.ts';
import { endpointHandler } from '#lib/platform/http/pipeline.ts';
import { listReleasesContract } from './list-releases.contract.ts';

export const handler = endpointHandler(listReleasesContract, async ({ params, query, caller }) => {
  const page = { limit: Number(query.limit ?? DEFAULT_ITEMS_PER_PAGE), cursor: query.cursor };
  return { body: await listReleases(params.botId, page, caller) };
});
