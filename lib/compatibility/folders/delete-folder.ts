import type { CompatibleAddress } from '../compatible-address.ts';

export const addresses: readonly CompatibleAddress[] = [
  {
    path: '/v1/folders/{folderId}',
    // Earlier versions of Typebot read the workspace from the query.
    toBody: (body, { workspaceId }) => body ?? (workspaceId === undefined ? body : { workspaceId }),
  },
];
