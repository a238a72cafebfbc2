import * as z from 'zod';
import type { EndpointDescription } from '#functions/endpoint-description.ts';
import {
  ID_TOKEN,
  INVITATION_SECRET,
  makeTokenFields,
  makeWorkspace,
  NONCE,
  TOKEN,
} from '#functions/example-data.ts';
import { defineEndpoint } from '#lib/platform/http/contract.ts';
import { text } from '#lib/platform/validation/text-schema.ts';
import { createdToken } from '#lib/workspaces/tokens/token-schema.ts';

export const createSignInContract = defineEndpoint({
  id: 'create-sign-in',
  method: 'POST',
  path: '/v1/sign-ins',
  api: 'management',
  auth: 'none',
  summary: 'Sign in with the identity provider',
  description:
    'Exchanges an ID token of the identity provider that the operator has configured for a personal token. The ID token must ' +
    'be at most 10 minutes old, works once, and has the SHA-256 of `nonce`, in base64url, as its claim `nonce`. Only this ' +
    'response contains the token, which expires after 30 days. One that an invitation grants is renewed on every day on which ' +
    'it is used. A person has at most 10 tokens; the next sign-in replaces one that has ended, or the oldest. Responds with 404 if there is no ' +
    'identity provider, 403 to a person without a role, and 429 to a person who signs in more than 30 times a minute, or to more ' +
    'than 5 requests a second, from all callers together.',
  request: { body: z.object({ idToken: text, nonce: text, invitation: text.optional() }) },
  response: () =>
    z.object({ token: createdToken, workspace: z.object({ id: z.string(), name: z.string() }) }),
  returnsSecret: true,
  errors: ['FORBIDDEN'],
  // Whether tokens are valid is a condition, so that nobody without a token can read them.
  table: {
    reads: ['WORKSPACE', 'INVITATION', 'PERSON'],
    checks: ['TOKEN'],
    writes: ['PERSON', 'INVITATION', 'TOKEN'],
    appends: ['AUDIT'],
  },
  asksIdentityProvider: true,
  // Anybody may ask, so anybody can make it cost.
  maxRequestsPerSecond: 5,
  memoryMb: 512,
  timeoutSeconds: 20,
});

/** The endpoint's part of the documentation. Bundles leave it out. */
export function describeEndpoint(): EndpointDescription {
  const { id, name } = makeWorkspace();
  return {
    properties: {
      idToken: 'The ID token',
      nonce: 'The secret of the browser, whose digest the ID token has',
      invitation: 'The secret of an invitation that the person accepts',
    },
    example: {
      body: { idToken: ID_TOKEN, nonce: NONCE, invitation: INVITATION_SECRET },
      response: {
        token: {
          ...makeTokenFields(),
          name: 'Ada Lovelace',
          role: 'editor',
          signIn: { account: 'ada@example.com', personId: '3f1c09d2b7a84e55', grantedBy: 'claim' },
          token: TOKEN,
        },
        workspace: { id, name },
      },
    },
  };
}
