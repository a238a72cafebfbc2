import { endpointHandler } from '#lib/http/pipeline.ts';
import { createTokenContract } from '#lib/tokens/contracts/create-token.ts';
import { createWorkspaceToken } from '#lib/tokens/create-token.ts';

export const handler = endpointHandler(createTokenContract, async ({ params, body, caller }) => {
  return { body: { token: await createWorkspaceToken(params.workspaceId, body, caller) } };
});
