import { endpointHandler } from '#lib/platform/http/pipeline.ts';
import { revokeToken } from '#lib/workspaces/tokens/revoke-token.ts';
import { revokeTokenContract } from './revoke-token.contract.ts';

export const handler = endpointHandler(revokeTokenContract, async ({ params, caller }) => {
  return { body: { token: await revokeToken(params.workspaceId, params.tokenId, caller) } };
});
