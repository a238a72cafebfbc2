import { endpointHandler } from '#lib/platform/http/pipeline.ts';
import { createWorkspace } from '#lib/workspaces/create-workspace.ts';
import { getWorkspaceWarnings } from '#lib/workspaces/workspace-warning.ts';
import { createWorkspaceContract } from './create-workspace.contract.ts';

export const handler = endpointHandler(createWorkspaceContract, async ({ body, caller }) => {
  const warnings = getWorkspaceWarnings();
  return {
    body: { ...(await createWorkspace(body.name, caller)), ...(warnings.length > 0 && { warnings }) },
  };
});
