import { createIssuerFetch } from '#lib/chat/adapters/issuer-fetch.ts';
import { endpointHandler } from '#lib/platform/http/pipeline.ts';
import { createSignIn } from '#lib/workspaces/sign-ins/create-sign-in.ts';
import { createSignInContract } from './create-sign-in.contract.ts';

export const handler = endpointHandler(createSignInContract, async ({ body, callerAddress }) => {
  return { body: await createSignIn(body, createIssuerFetch, callerAddress) };
});
