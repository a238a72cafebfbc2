import { endpointHandler } from '#lib/http/pipeline.ts';
import { createWorkspaceContract } from '#lib/workspaces/contracts/create-workspace.ts';
import { createWorkspaceAs } from '#lib/workspaces/create-workspace.ts';

export const handler = endpointHandler(createWorkspaceContract, async ({ body, caller }) => {
  return { body: await createWorkspaceAs(caller, body.name) };
});
