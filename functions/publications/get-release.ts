import { getRelease } from '#lib/bots/publication/get-release.ts';
import { endpointHandler } from '#lib/platform/http/pipeline.ts';
import { getReleaseContract } from './get-release.contract.ts';

export const handler = endpointHandler(getReleaseContract, async ({ params, caller }) => {
  return { body: { release: await getRelease(params.botId, params.release, caller) } };
});
