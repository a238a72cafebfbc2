import { verifyCustomDomain } from '#lib/bots/domains/verify-custom-domain.ts';
import { endpointHandler } from '#lib/platform/http/pipeline.ts';
import { verifyCustomDomainContract } from './verify-custom-domain.contract.ts';

export const handler = endpointHandler(verifyCustomDomainContract, async ({ params, caller }) => {
  const { domain, ...verification } = await verifyCustomDomain(params.domain, caller);
  const { name, createdAt } = domain;
  return { body: { customDomain: { name, createdAt }, ...verification } };
});
