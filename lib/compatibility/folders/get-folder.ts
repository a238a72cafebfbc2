import type { CompatibleAddress } from '../compatible-address.ts';

export const addresses: readonly CompatibleAddress[] = [{ path: '/v1/folders/{folderId}' }];
