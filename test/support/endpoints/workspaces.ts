import type { Api } from '#test/support/describe-api.ts';
import { createWorkspace, getMe } from '#test/support/token-client.ts';

/* Workspaces and tokens that the fixtures in test/endpoints are about. */

/** Creates a workspace with an admin token that the gateway has cached, so that the call itself does not look it up. */
export async function createOwnWorkspace(api: Api): Promise<{ id: string; token: string }> {
  const { workspace, token } = await createWorkspace(api);
  await getMe(api, token.token);
  return { id: workspace.id, token: token.token };
}

export const getTokensPath = ({ workspaceId }: Api) => `/v1/workspaces/${workspaceId}/tokens`;

export const getInvitationsPath = ({ workspaceId }: Api) => `/v1/workspaces/${workspaceId}/invitations`;
