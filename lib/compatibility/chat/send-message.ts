import type { CompatibleAddress } from '../compatible-address.ts';
import { completeStartedBot } from './complete-started-bot.ts';

export const addresses: readonly CompatibleAddress[] = [
  { path: '/v1/sendMessage', isOnlyForTypebot: true, fromResponse: completeStartedBot },
  { path: '/v2/sendMessage', isOnlyForTypebot: true, fromResponse: completeStartedBot },
];
