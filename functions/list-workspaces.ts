import { endpointHandler } from '#lib/http/pipeline.ts';
import { listWorkspacesContract } from '#lib/workspaces/contracts/list-workspaces.ts';
import { listWorkspaces } from '#lib/workspaces/list-workspaces.ts';

export const handler = endpointHandler(listWorkspacesContract, async ({ query, caller }) => {
  return { body: await listWorkspaces(caller, query) };
});
