import { getReleaseContract } from '#lib/bots/contracts/get-release.ts';
import { getRelease } from '#lib/bots/get-release.ts';
import { endpointHandler } from '#lib/http/pipeline.ts';

export const handler = endpointHandler(getReleaseContract, async ({ params, caller }) => {
  return { body: { release: await getRelease(params.botId, params.release, caller) } };
});
