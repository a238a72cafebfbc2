import { endpointHandler } from '#lib/platform/http/pipeline.ts';
import { getWorkspaceAs } from '#lib/workspaces/get-workspace.ts';
import { getWorkspaceContract } from './get-workspace.contract.ts';

export const handler = endpointHandler(getWorkspaceContract, async ({ params, caller }) => {
  return { body: { workspace: await getWorkspaceAs(caller, params.workspaceId) } };
});
