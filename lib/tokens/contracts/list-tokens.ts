import * as z from 'zod';
import { defineEndpoint } from '#lib/http/contract.ts';
import { token } from '../token-schema.ts';

export const listTokensContract = defineEndpoint({
  id: 'list-tokens',
  method: 'GET',
  path: '/v1/workspaces/{workspaceId}/tokens',
  api: 'management',
  auth: 'bearer',
  role: 'admin',
  summary: 'List the tokens of a workspace',
  description:
    'A page of tokens, newest first: revoked ones too, expired ones not. The secret is never shown again. A token ' +
    'made or revoked this moment may take a second to show. Also for admins of the workspace that created this one.',
  request: {
    params: z.object({ workspaceId: z.string() }),
    query: z.object({
      cursor: z.string().optional(),
      limit: z
        .string()
        .regex(/^([1-9][0-9]?|100)$/, { message: 'A number from 1 to 100' })
        .optional(),
    }),
  },
  response: z.object({ tokens: z.array(token), nextCursor: z.string().optional() }),
  errors: [],
  // In another workspace than the caller's own, access depends on who made it.
  table: { reads: ['WORKSPACE'], lists: ['tokens'] },
  memoryMb: 512,
  timeoutSeconds: 10,
});
