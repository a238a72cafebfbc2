import { defineEndpoint } from '#lib/platform/http/contract.ts';
import { getHealthContract } from './get-health.contract.ts';

export { describeEndpoint } from './get-health.contract.ts';

export const getChatHealthContract = defineEndpoint({
  ...getHealthContract,
  id: 'get-chat-health',
  api: 'chat',
});
