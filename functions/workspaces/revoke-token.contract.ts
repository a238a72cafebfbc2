import * as z from 'zod';
import type { EndpointDescription } from '#functions/endpoint-description.ts';
import { makeListedToken, TOKEN_ID, UPDATED_AT, WORKSPACE_ID } from '#functions/example-data.ts';
import { defineEndpoint } from '#lib/platform/http/contract.ts';
import { token } from '#lib/workspaces/tokens/token-schema.ts';

export const revokeTokenContract = defineEndpoint({
  id: 'revoke-token',
  method: 'DELETE',
  path: '/v1/workspaces/{workspaceId}/tokens/{tokenId}',
  api: 'management',
  auth: 'bearer',
  role: 'admin',
  summary: 'Revoke a token',
  description:
    'Revokes a token; the gateway stops accepting it within a minute. A token may revoke itself. Idempotent. ' +
    'Also open to admins of the workspace that created this one. For a token of a person who signs in with the identity ' +
    "provider, it revokes all of that person's, and an accepted invitation ends.",
  request: { params: z.object({ workspaceId: z.string(), tokenId: z.string() }) },
  response: () => z.object({ token }),
  errors: [],
  // WORKSPACE: access to another workspace's tokens depends on who created it.
  table: { reads: ['WORKSPACE', 'PERSON'], writes: ['TOKEN', 'PERSON'], lists: ['tokens'] },
  memoryMb: 512,
  timeoutSeconds: 10,
});

/** The endpoint's part of the documentation. Bundles leave it out. */
export function describeEndpoint(): EndpointDescription {
  return {
    example: {
      params: { workspaceId: WORKSPACE_ID, tokenId: TOKEN_ID },
      response: { token: { ...makeListedToken(), revokedAt: UPDATED_AT } },
    },
  };
}
