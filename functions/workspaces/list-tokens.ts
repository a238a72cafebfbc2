import { endpointHandler } from '#lib/platform/http/pipeline.ts';
import { listTokens } from '#lib/workspaces/tokens/list-tokens.ts';
import { listTokensContract } from './list-tokens.contract.ts';

export const handler = endpointHandler(listTokensContract, async ({ params, query, caller }) => {
  const { items, nextCursor } = await listTokens(params.workspaceId, query, caller);
  return { body: { tokens: items, ...(nextCursor !== undefined && { nextCursor }) } };
});
