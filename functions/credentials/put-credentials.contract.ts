import * as z from 'zod';
import type { EndpointDescription } from '#functions/endpoint-description.ts';
import { CREDENTIALS_ID, makeCredentials, WORKSPACE_ID } from '#functions/example-data.ts';
import { defineEndpoint } from '#lib/platform/http/contract.ts';
import { jsonOfTexts, text } from '#lib/platform/validation/text-schema.ts';
import { credentialsKind, storedCredentials } from './credentials-schema.ts';

export const putCredentialsContract = defineEndpoint({
  id: 'put-credentials',
  method: 'PUT',
  path: '/v1/workspaces/{workspaceId}/credentials/{credentialsId}',
  api: 'management',
  auth: 'bearer',
  role: 'admin',
  summary: 'Store credentials',
  description:
    'Stores credentials under an id that blocks name, or replaces them. `data` has the fields of the kind, as in ' +
    'docs/credentials.md; errors name fields and never quote values. Blocks use the new value within a minute. A deployed ' +
    'service keeps each in AWS Secrets Manager, which costs $0.40 a month. Idempotent.',
  request: {
    params: z.object({ workspaceId: z.string(), credentialsId: z.string() }),
    body: z.object({
      kind: credentialsKind(),
      name: text.min(1).max(100).optional(),
      data: z.record(text, jsonOfTexts),
    }),
  },
  response: () => z.object({ credentials: storedCredentials(), secretUsdPerMonth: z.number().nullable() }),
  errors: ['CONFLICT'],
  table: { reads: ['CREDENTIALS'], writes: ['CREDENTIALS'] },
  managesCredentials: 'put',
  memoryMb: 512,
  timeoutSeconds: 20,
});

/** The endpoint's part of the documentation. Bundles leave it out. */
export function describeEndpoint(): EndpointDescription {
  return {
    example: {
      params: { workspaceId: WORKSPACE_ID, credentialsId: CREDENTIALS_ID },
      body: { kind: makeCredentials().kind, name: 'Support', data: { apiKey: 'key-4f1a' } },
      response: { credentials: makeCredentials(), secretUsdPerMonth: 0.4 },
    },
    properties: {
      kind: 'Kind of the credentials, such as openai: see docs/credentials.md',
      data: 'The value: the fields of the kind',
      credentials: 'The credentials as they are stored, without their value',
    },
  };
}
