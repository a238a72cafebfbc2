import * as z from 'zod';
import type { EndpointDescription } from '#functions/endpoint-description.ts';
import { makeTokenFields, makeWorkspace, TOKEN } from '#functions/example-data.ts';
import { defineEndpoint } from '#lib/platform/http/contract.ts';
import { name } from '#lib/workspaces/name-schema.ts';
import { createdToken } from '#lib/workspaces/tokens/token-schema.ts';
import { workspace, workspaceWarning } from '#lib/workspaces/workspace-schema.ts';

export const createWorkspaceContract = defineEndpoint({
  id: 'create-workspace',
  method: 'POST',
  path: '/v1/workspaces',
  api: 'management',
  auth: 'bearer',
  role: 'admin',
  summary: 'Create a workspace',
  description:
    'Creates a workspace and its first admin token, which is shown only in this response and expires after 90 ' +
    'days. Any token that is an admin of some workspace may do this. It gets no access to the new workspace, ' +
    'but admins of its own workspace can list the new one and its tokens, and revoke them. `warnings` says if pages of ' +
    'bots share one origin across workspaces, whose people then have to trust each other.',
  request: { body: z.object({ name }) },
  response: () =>
    z.object({ workspace, token: createdToken, warnings: z.array(workspaceWarning).optional() }),
  returnsSecret: true,
  errors: [],
  table: { reads: ['WORKSPACE'], writes: ['WORKSPACE', 'TOKEN'], appends: ['AUDIT'] },
  memoryMb: 512,
  timeoutSeconds: 10,
});

/** The endpoint's part of the documentation. Bundles leave it out. */
export function describeEndpoint(): EndpointDescription {
  return {
    properties: {
      warnings: 'Warnings for the people of the workspaces',
      'warnings.message': 'The warning in words, for people',
    },
    example: {
      body: { name: 'Support team' },
      response: { workspace: makeWorkspace(), token: { ...makeTokenFields(), token: TOKEN } },
    },
  };
}
