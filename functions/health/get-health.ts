import { getHealth } from '#lib/platform/http/get-health.ts';
import { endpointHandler } from '#lib/platform/http/pipeline.ts';
import { getHealthContract } from './get-health.contract.ts';

export const handler = endpointHandler(getHealthContract, async () => {
  return { body: await getHealth() };
});
