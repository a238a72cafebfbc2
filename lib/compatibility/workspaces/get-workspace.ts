import * as z from 'zod';
import type { JsonObject } from '#lib/platform/json/json-object.ts';
import { COMPATIBLE_ACCESS, toCompatibleAccess } from '../compatible-access.ts';
import type { CompatibleAddress } from '../compatible-address.ts';
import { addFields, getShape } from '../contract-schema.ts';
import { getSingleFields, toCompatibleWorkspace } from './compatible-workspace.ts';

export const addresses: readonly CompatibleAddress[] = [
  {
    path: '/v1/workspaces/{workspaceId}',
    note:
      'All fields but `id`, `name`, `createdAt` and `role` are for clients of Typebot, and the same for ' +
      'every workspace; `updatedAt` and `lastActivityAt` are the time of its creation. `currentUserMode` is `write` ' +
      'for admins.',
    fromResponse: ({ workspace }, { params, caller }) => ({
      workspace: toCompatibleWorkspace(workspace as JsonObject),
      currentUserMode: toCompatibleAccess(caller, params.workspaceId, 'admin'),
    }),
    schemas: {
      response: (own) =>
        addFields(own, {
          workspace: addFields(getShape<'workspace'>(own).workspace, getSingleFields()),
          currentUserMode: z.enum(COMPATIBLE_ACCESS),
        }),
    },
  },
];
