import { endpointHandler } from '#lib/http/pipeline.ts';
import { getMeContract } from '#lib/tokens/contracts/get-me.ts';
import { getMe } from '#lib/tokens/get-me.ts';

export const handler = endpointHandler(getMeContract, async ({ headers, caller }) => {
  return { body: await getMe(headers.authorization ?? '', caller) };
});
