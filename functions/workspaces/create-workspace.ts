import { endpointHandler } from '#lib/platform/http/pipeline.ts';
import { createWorkspaceAs } from '#lib/workspaces/create-workspace.ts';
import { createWorkspaceContract } from './create-workspace.contract.ts';

export const handler = endpointHandler(createWorkspaceContract, async ({ body, caller }) => {
  return { body: await createWorkspaceAs(caller, body.name) };
});
