import type { JsonObject } from '#lib/platform/json/json-object.ts';
import type { CompatibleAddress } from '../compatible-address.ts';
import { addFieldsToElements } from '../contract-schema.ts';
import { getListedFields, toListedCompatibleWorkspace } from './compatible-workspace.ts';

export const addresses: readonly CompatibleAddress[] = [
  {
    path: '/v1/workspaces',
    note: '`icon` and `plan` are for clients of Typebot, and the same for every workspace.',
    fromResponse: ({ workspaces, ...more }) => ({
      workspaces: (workspaces as JsonObject[]).map(toListedCompatibleWorkspace),
      ...more,
    }),
    schemas: { response: (own) => addFieldsToElements(own, 'workspaces', getListedFields()) },
  },
];
