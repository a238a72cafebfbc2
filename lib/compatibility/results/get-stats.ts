import type { CompatibleAddress } from '../compatible-address.ts';

export const addresses: readonly CompatibleAddress[] = [
  {
    path: '/v1/typebots/{typebotId}/analytics/stats',
    note: '`timeFilter` defaults to last7Days.',
    params: { botId: 'typebotId' },
    toQuery: (query) => ({ timeFilter: 'last7Days', ...query }),
  },
];
