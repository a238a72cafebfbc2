import { DEFAULT_ITEMS_PER_PAGE } from '#lib/bots/contracts/list-page.ts';
import { listReleasesContract } from '#lib/bots/contracts/list-releases.ts';
import { listReleases } from '#lib/bots/list-releases.ts';
import { endpointHandler } from '#lib/http/pipeline.ts';

export const handler = endpointHandler(listReleasesContract, async ({ params, query, caller }) => {
  const page = { limit: Number(query.limit ?? DEFAULT_ITEMS_PER_PAGE), cursor: query.cursor };
  return { body: await listReleases(params.botId, page, caller) };
});
