import { createCustomDomain } from '#lib/bots/domains/create-custom-domain.ts';
import { endpointHandler } from '#lib/platform/http/pipeline.ts';
import { createCustomDomainContract } from './create-custom-domain.contract.ts';

export const handler = endpointHandler(createCustomDomainContract, async ({ body, caller }) => {
  const { name, createdAt } = await createCustomDomain(body, caller);
  return { body: { customDomain: { name, createdAt } } };
});
