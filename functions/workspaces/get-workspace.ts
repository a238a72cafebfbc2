import { endpointHandler } from '#lib/platform/http/pipeline.ts';
import { getWorkspace } from '#lib/workspaces/get-workspace.ts';
import { getWorkspaceContract } from './get-workspace.contract.ts';

export const handler = endpointHandler(getWorkspaceContract, async ({ params, caller }) => {
  return { body: { workspace: await getWorkspace(params.workspaceId, caller) } };
});
