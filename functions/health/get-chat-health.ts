import { getHealth } from '#lib/platform/http/get-health.ts';
import { endpointHandler } from '#lib/platform/http/pipeline.ts';
import { getChatHealthContract } from './get-chat-health.contract.ts';

export const handler = endpointHandler(getChatHealthContract, async () => {
  return { body: await getHealth() };
});
