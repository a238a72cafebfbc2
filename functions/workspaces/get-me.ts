import { endpointHandler } from '#lib/platform/http/pipeline.ts';
import { getMe } from '#lib/workspaces/tokens/get-me.ts';
import { getMeContract } from './get-me.contract.ts';

export const handler = endpointHandler(getMeContract, async ({ headers, caller }) => {
  return { body: await getMe(headers.authorization ?? '', caller) };
});
