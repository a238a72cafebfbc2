import { endpointHandler } from '#lib/platform/http/pipeline.ts';
import { createToken } from '#lib/workspaces/tokens/create-token.ts';
import { createTokenContract } from './create-token.contract.ts';

export const handler = endpointHandler(createTokenContract, async ({ params, body, caller }) => {
  return { body: { token: await createToken(params.workspaceId, body, caller) } };
});
