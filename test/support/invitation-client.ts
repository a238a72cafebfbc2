import { expect } from 'vitest';
import type * as z from 'zod';
import type { acceptInvitationContract } from '#functions/invitations/accept-invitation.contract.ts';
import type { createInvitationContract } from '#functions/invitations/create-invitation.contract.ts';
import type { Invitation } from '#lib/workspaces/invitations/invitation.ts';
import type { Api } from './describe-api.ts';

/* Setup calls for invitations. Each expects 200. */

type Body<C extends { response: () => z.ZodType }> = z.output<ReturnType<C['response']>>;

type Workspace = { id: string; token: string };

export async function createInvitation(
  api: Api,
  fields: object = {},
  workspace?: Workspace,
): Promise<Body<typeof createInvitationContract>> {
  const response = await api.request({
    method: 'POST',
    path: `/v1/workspaces/${workspace?.id ?? api.workspaceId}/invitations`,
    token: workspace?.token ?? (await api.tokenFor('admin')),
    body: { name: 'Ada, support', role: 'viewer', ...fields },
  });
  expect(response.status, response.text).toBe(200);
  return response.body as Body<typeof createInvitationContract>;
}

/** Accepts an invitation. Creates one unless its secret is given. */
export async function acceptInvitation(
  api: Api,
  fields: { secret?: string; name?: string } = {},
): Promise<Body<typeof acceptInvitationContract>> {
  const secret = fields.secret ?? (await createInvitation(api)).secret;
  const response = await api.request({
    method: 'POST',
    path: '/v1/invitations/accept',
    token: null,
    body: { name: 'Ada Lovelace', ...fields, secret },
  });
  expect(response.status, response.text).toBe(200);
  return response.body as Body<typeof acceptInvitationContract>;
}

export async function readInvitations(api: Api, workspace?: Workspace): Promise<Invitation[]> {
  const response = await api.request({
    method: 'GET',
    path: `/v1/workspaces/${workspace?.id ?? api.workspaceId}/invitations`,
    token: workspace?.token ?? (await api.tokenFor('admin')),
  });
  expect(response.status, response.text).toBe(200);
  return (response.body as { invitations: Invitation[] }).invitations;
}
