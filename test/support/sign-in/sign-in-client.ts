import { expect } from 'vitest';
import type * as z from 'zod';
import type { createSignInContract } from '#functions/sign-ins/create-sign-in.contract.ts';
import type { Api, ApiRequest } from '#test/support/describe-api.ts';
import { post } from '#test/support/endpoints/requests.ts';
import { CLIENT_ID, createNonce, type IdentityProvider, startIdentityProvider } from './identity-provider.ts';

type Body = z.output<ReturnType<(typeof createSignInContract)['response']>>;

let starting: Promise<IdentityProvider> | undefined;

/** Returns the provider of this process, and lets people sign in with it to the suite's workspace. */
export async function useIdentityProvider(
  api: Pick<Api, 'workspaceId'>,
  settings: Record<string, string | undefined> = {},
): Promise<IdentityProvider> {
  starting ??= startIdentityProvider();
  const provider = await starting;
  const variables = {
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: CLIENT_ID,
    OIDC_WORKSPACE_ID: api.workspaceId,
    OIDC_ROLE_CLAIM: 'groups',
    OIDC_ROLES: 'bot-editors=editor,bot-admins=admin',
    ...settings,
  };
  for (const [name, value] of Object.entries(variables)) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
  return provider;
}

/** Undoes `useIdentityProvider`. The provider keeps running for other suites of the process. */
export function forgetIdentityProvider(): void {
  for (const name of Object.keys(process.env)) if (name.startsWith('OIDC_')) delete process.env[name];
}

/**
 * Returns a request that signs in, by default as a person who is an editor by claim.
 *
 * @param claims of the ID token. `sub: 'grace', groups: undefined` is a person whom no claim gives a role
 */
export async function prepareSignIn(
  api: Api,
  claims: Record<string, unknown> = {},
  fields: { invitation?: string } = {},
): Promise<ApiRequest> {
  const provider = await useIdentityProvider(api);
  const { nonce, digest } = createNonce();
  const idToken = await provider.signIdToken({
    name: 'Ada Lovelace',
    email: 'ada@example.com',
    groups: ['bot-editors'],
    nonce: digest,
    ...claims,
  });
  return { ...post('/v1/sign-ins', { idToken, nonce, ...fields }), token: null };
}

/** Signs in, and expects 200. */
export async function signIn(
  api: Api,
  claims?: Record<string, unknown>,
  fields?: { invitation?: string },
): Promise<Body> {
  const response = await api.request(await prepareSignIn(api, claims, fields));
  expect(response.status, response.text).toBe(200);
  return response.body as Body;
}
