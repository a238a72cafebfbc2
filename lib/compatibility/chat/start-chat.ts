import type { CompatibleAddress } from '../compatible-address.ts';

export const addresses: readonly CompatibleAddress[] = [
  {
    path: '/v1/typebots/{typebotId}/startChat',
    params: { bot: 'typebotId' },
    response: { bot: 'typebot' },
  },
];
