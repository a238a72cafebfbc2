import { expect } from 'vitest';
import type * as z from 'zod';
import type { createTokenContract } from '#functions/workspaces/create-token.contract.ts';
import type { createWorkspaceContract } from '#functions/workspaces/create-workspace.contract.ts';
import type { getMeContract } from '#functions/workspaces/get-me.contract.ts';
import type { Api } from './describe-api.ts';

/* Setup calls for tokens and workspaces. Each expects 200. */

type Body<C extends { response: () => z.ZodType }> = z.output<ReturnType<C['response']>>;

export async function createToken(
  api: Api,
  fields: object = {},
): Promise<Body<typeof createTokenContract>['token']> {
  const response = await api.request({
    method: 'POST',
    path: `/v1/workspaces/${api.workspaceId}/tokens`,
    token: await api.tokenFor('admin'),
    body: { name: 'CI', role: 'viewer', ...fields },
  });
  expect(response.status, response.text).toBe(200);
  return (response.body as Body<typeof createTokenContract>).token;
}

export async function getMe(api: Api, token: string): Promise<Body<typeof getMeContract>> {
  const response = await api.request({ method: 'GET', path: '/v1/me', token });
  expect(response.status, response.text).toBe(200);
  return response.body as Body<typeof getMeContract>;
}

/**
 * Creates a workspace for one test, with an admin token. Uses the suite's admin token by default.
 */
export async function createWorkspace(
  api: Api,
  name = 'Bakery',
  token?: string,
): Promise<Body<typeof createWorkspaceContract>> {
  const response = await api.request({
    method: 'POST',
    path: '/v1/workspaces',
    token: token ?? (await api.tokenFor('admin')),
    body: { name },
  });
  expect(response.status, response.text).toBe(200);
  return response.body as Body<typeof createWorkspaceContract>;
}
