import { endpointHandler } from '#lib/platform/http/pipeline.ts';
import { createWorkspace } from '#lib/workspaces/create-workspace.ts';
import { createWorkspaceContract } from './create-workspace.contract.ts';

export const handler = endpointHandler(createWorkspaceContract, async ({ body, caller }) => {
  return { body: await createWorkspace(body.name, caller) };
});
