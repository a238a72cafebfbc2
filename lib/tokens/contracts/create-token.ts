import * as z from 'zod';
import { ROLES } from '#lib/auth/role.ts';
import { defineEndpoint } from '#lib/http/contract.ts';
import { MAX_LIFETIME_DAYS } from '#lib/tokens/store/expiry.ts';
import { name } from '#lib/workspaces/name-schema.ts';
import { createdToken } from '../token-schema.ts';

export const createTokenContract = defineEndpoint({
  id: 'create-token',
  method: 'POST',
  path: '/v1/workspaces/{workspaceId}/tokens',
  api: 'management',
  auth: 'bearer',
  role: 'admin',
  summary: 'Create a token',
  description:
    'The answer holds the token, this once. It ends after `expiresInDays`, 90 if that is not given, never if it is ' +
    'null.',
  request: {
    params: z.object({ workspaceId: z.string() }),
    body: z.object({
      name,
      role: z.enum(ROLES),
      expiresInDays: z.int().min(1).max(MAX_LIFETIME_DAYS).nullable().optional(),
    }),
  },
  response: z.object({ token: createdToken }),
  errors: [],
  table: { reads: ['WORKSPACE'], writes: ['TOKEN'] },
  memoryMb: 512,
  timeoutSeconds: 10,
});
