import { endpointHandler } from '#lib/platform/http/pipeline.ts';
import { listWorkspaces } from '#lib/workspaces/list-workspaces.ts';
import { listWorkspacesContract } from './list-workspaces.contract.ts';

export const handler = endpointHandler(listWorkspacesContract, async ({ query, caller }) => {
  return { body: await listWorkspaces(query, caller) };
});
