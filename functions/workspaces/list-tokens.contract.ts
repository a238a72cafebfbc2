import * as z from 'zod';
import type { EndpointDescription } from '#functions/endpoint-description.ts';
import { CURSOR, makeListedToken, WORKSPACE_ID } from '#functions/example-data.ts';
import { defineEndpoint } from '#lib/platform/http/contract.ts';
import { token } from '#lib/workspaces/tokens/token-schema.ts';

export const listTokensContract = defineEndpoint({
  id: 'list-tokens',
  method: 'GET',
  path: '/v1/workspaces/{workspaceId}/tokens',
  api: 'management',
  auth: 'bearer',
  role: 'admin',
  summary: 'List the tokens of a workspace',
  description:
    'Returns a page of tokens, newest first, including revoked but not expired ones. Secrets are never shown ' +
    'again. A token created or revoked just now may take a second to appear. Also open to admins of the ' +
    'workspace that created this one.',
  request: {
    params: z.object({ workspaceId: z.string() }),
    query: z.object({
      cursor: z.string().optional(),
      limit: z
        .string()
        .regex(/^([1-9][0-9]?|100)$/, { message: 'Must be a number from 1 to 100' })
        .optional(),
    }),
  },
  response: () => z.object({ tokens: z.array(token), nextCursor: z.string().optional() }),
  errors: [],
  // WORKSPACE: access to another workspace's tokens depends on who created it.
  table: { reads: ['WORKSPACE'], lists: ['tokens'] },
  memoryMb: 512,
  timeoutSeconds: 10,
});

/** The endpoint's part of the documentation. Bundles leave it out. */
export function describeEndpoint(): EndpointDescription {
  return {
    example: {
      params: { workspaceId: WORKSPACE_ID },
      query: { limit: '1' },
      response: { tokens: [makeListedToken()], nextCursor: CURSOR },
    },
  };
}
