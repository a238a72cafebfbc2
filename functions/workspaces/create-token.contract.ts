import * as z from 'zod';
import type { EndpointDescription } from '#functions/endpoint-description.ts';
import { makeTokenFields, TOKEN, WORKSPACE_ID } from '#functions/example-data.ts';
import { ROLES } from '#lib/platform/auth/role.ts';
import { defineEndpoint } from '#lib/platform/http/contract.ts';
import { name } from '#lib/workspaces/name-schema.ts';
import { MAX_LIFETIME_DAYS } from '#lib/workspaces/tokens/store/expiry.ts';
import { createdToken } from '#lib/workspaces/tokens/token-schema.ts';

export const createTokenContract = defineEndpoint({
  id: 'create-token',
  method: 'POST',
  path: '/v1/workspaces/{workspaceId}/tokens',
  api: 'management',
  auth: 'bearer',
  role: 'admin',
  summary: 'Create a token',
  description:
    'Creates a token. Only this response contains its secret. The token expires after `expiresInDays`, by ' +
    'default 90, or never if that is null.',
  request: {
    params: z.object({ workspaceId: z.string() }),
    body: z.object({
      name,
      role: z.enum(ROLES),
      expiresInDays: z.int().min(1).max(MAX_LIFETIME_DAYS).nullable().optional(),
    }),
  },
  response: () => z.object({ token: createdToken }),
  returnsSecret: true,
  errors: [],
  table: { reads: ['WORKSPACE'], writes: ['TOKEN'], appends: ['AUDIT'] },
  memoryMb: 512,
  timeoutSeconds: 10,
});

/** The endpoint's part of the documentation. Bundles leave it out. */
export function describeEndpoint(): EndpointDescription {
  return {
    example: {
      params: { workspaceId: WORKSPACE_ID },
      body: { name: 'CI', role: 'admin', expiresInDays: 90 },
      response: { token: { ...makeTokenFields(), token: TOKEN } },
    },
  };
}
