import { endpointHandler } from '#lib/http/pipeline.ts';
import { renameWorkspaceContract } from '#lib/workspaces/contracts/rename-workspace.ts';
import { renameWorkspaceAs } from '#lib/workspaces/rename-workspace.ts';

export const handler = endpointHandler(renameWorkspaceContract, async ({ params, body, caller }) => {
  return { body: { workspace: await renameWorkspaceAs(caller, params.workspaceId, body.name) } };
});
