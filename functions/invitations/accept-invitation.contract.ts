import * as z from 'zod';
import type { EndpointDescription } from '#functions/endpoint-description.ts';
import {
  INVITATION_ID,
  INVITATION_SECRET,
  makeTokenFields,
  makeWorkspace,
  TOKEN,
} from '#functions/example-data.ts';
import { defineEndpoint } from '#lib/platform/http/contract.ts';
import { text } from '#lib/platform/validation/text-schema.ts';
import { name } from '#lib/workspaces/name-schema.ts';
import { createdToken } from '#lib/workspaces/tokens/token-schema.ts';

export const acceptInvitationContract = defineEndpoint({
  id: 'accept-invitation',
  method: 'POST',
  path: '/v1/invitations/accept',
  api: 'management',
  auth: 'none',
  summary: 'Accept an invitation',
  description:
    'Exchanges the secret of an invitation for a personal token. Only this response contains the token, which expires ' +
    'after 30 days and is renewed on every day on which it is used. A secret works once; one that is unknown, used, expired ' +
    'or revoked gets the same 404. Responds with 429 to more than 5 requests a second, from all callers together.',
  request: { body: z.object({ secret: text, name }) },
  response: () =>
    z.object({ token: createdToken, workspace: z.object({ id: z.string(), name: z.string() }) }),
  returnsSecret: true,
  errors: [],
  // An invitation ends with the token that created it, which nobody without a token may read.
  table: {
    reads: ['WORKSPACE', 'INVITATION'],
    checks: ['TOKEN', 'PERSON'],
    writes: ['INVITATION'],
    appends: ['TOKEN', 'AUDIT'],
  },
  // Anybody may ask, so anybody can make it cost.
  maxRequestsPerSecond: 5,
  memoryMb: 512,
  timeoutSeconds: 10,
});

/** The endpoint's part of the documentation. Bundles leave it out. */
export function describeEndpoint(): EndpointDescription {
  const { id, name: workspaceName } = makeWorkspace();
  return {
    properties: {
      secret: 'The part of the link after #',
      name: 'The person, as the audit trail and releases show it',
    },
    example: {
      body: { secret: INVITATION_SECRET, name: 'Ada Lovelace' },
      response: {
        token: {
          ...makeTokenFields(),
          name: 'Ada Lovelace',
          role: 'editor',
          invitation: { id: INVITATION_ID, name: 'Ada, support' },
          token: TOKEN,
        },
        workspace: { id, name: workspaceName },
      },
    },
  };
}
