import { endpointHandler } from '#lib/http/pipeline.ts';
import { getWorkspaceContract } from '#lib/workspaces/contracts/get-workspace.ts';
import { getWorkspaceAs } from '#lib/workspaces/get-workspace.ts';

export const handler = endpointHandler(getWorkspaceContract, async ({ params, caller }) => {
  return { body: { workspace: await getWorkspaceAs(caller, params.workspaceId) } };
});
