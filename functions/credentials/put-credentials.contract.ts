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
    'docs/credentials.md. For Google, `authorization` can replace it: a code that Google gave the console, which the service ' +
    "exchanges for a refresh token of the operator's OAuth client. That counts towards the requests that a workspace may send " +
    'in a day. Errors name fields and never quote values. Blocks use the new value within a minute. A deployed service keeps ' +
    'each in AWS Secrets Manager, which costs $0.40 a month. With `data`, idempotent.',
  request: {
    params: z.object({ workspaceId: z.string(), credentialsId: z.string() }),
    body: z.object({
      kind: credentialsKind(),
      name: text.min(1).max(100).optional(),
      data: z.record(text, jsonOfTexts).optional(),
      authorization: z
        .object({
          code: text.min(1).max(2_048),
          // RFC 7636, section 4.1.
          codeVerifier: z.string().regex(/^[\w.~-]{43,128}$/, 'Must have 43 to 128 letters, digits or -._~'),
          redirectUri: text.min(1).max(2_048),
        })
        .optional(),
    }),
  },
  response: () => z.object({ credentials: storedCredentials(), secretUsdPerMonth: z.number().nullable() }),
  errors: ['CONFLICT'],
  table: { reads: ['CREDENTIALS'], writes: ['CREDENTIALS', 'QUOTA'] },
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
      data: 'The value: the fields of the kind. Required without `authorization`',
      authorization: 'For Google, in place of `data`',
      'authorization.code': 'The authorization code. Works once, for some minutes',
      'authorization.codeVerifier': 'The secret of which Google has the digest, by PKCE with S256',
      'authorization.redirectUri': 'The page `/google` of the console through which the request is sent',
      credentials: 'The credentials as they are stored, without their value',
    },
  };
}
