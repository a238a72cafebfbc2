import { endpointHandler } from '#lib/platform/http/pipeline.ts';
import { renameWorkspace } from '#lib/workspaces/rename-workspace.ts';
import { renameWorkspaceContract } from './rename-workspace.contract.ts';

export const handler = endpointHandler(renameWorkspaceContract, async ({ params, body, caller }) => {
  return { body: { workspace: await renameWorkspace(params.workspaceId, body.name, caller) } };
});
