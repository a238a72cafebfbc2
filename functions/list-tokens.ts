import { endpointHandler } from '#lib/http/pipeline.ts';
import { listTokensContract } from '#lib/tokens/contracts/list-tokens.ts';
import { listWorkspaceTokens } from '#lib/tokens/list-tokens.ts';

export const handler = endpointHandler(listTokensContract, async ({ params, query, caller }) => {
  const { items, nextCursor } = await listWorkspaceTokens(params.workspaceId, query, caller);
  return { body: { tokens: items, ...(nextCursor !== undefined && { nextCursor }) } };
});
