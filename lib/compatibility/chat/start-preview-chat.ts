import type { CompatibleAddress } from '../compatible-address.ts';

export const addresses: readonly CompatibleAddress[] = [
  {
    path: '/v1/typebots/{typebotId}/preview/startChat',
    params: { bot: 'typebotId' },
    response: { bot: 'typebot' },
  },
];
