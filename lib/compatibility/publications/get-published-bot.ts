import type { CompatibleAddress } from '../compatible-address.ts';

export const addresses: readonly CompatibleAddress[] = [
  {
    path: '/v1/typebots/{typebotId}/publishedTypebot',
    params: { botId: 'typebotId' },
    response: { publishedBot: 'publishedTypebot', 'publishedBot.botId': 'typebotId' },
  },
];
