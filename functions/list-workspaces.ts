import { endpointHandler } from '#lib/http/pipeline.ts';
import { listWorkspacesContract } from '#lib/workspaces/contracts/list-workspaces.ts';
import { listGrantedWorkspaces } from '#lib/workspaces/list-workspaces.ts';

export const handler = endpointHandler(listWorkspacesContract, async ({ caller }) => {
  return { body: { workspaces: await listGrantedWorkspaces(caller) } };
});
