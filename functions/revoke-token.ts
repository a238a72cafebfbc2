import { endpointHandler } from '#lib/http/pipeline.ts';
import { revokeTokenContract } from '#lib/tokens/contracts/revoke-token.ts';
import { revokeWorkspaceToken } from '#lib/tokens/revoke-token.ts';

export const handler = endpointHandler(revokeTokenContract, async ({ params, caller }) => {
  return { body: { token: await revokeWorkspaceToken(params.workspaceId, params.tokenId, caller) } };
});
