import { deleteCustomDomain } from '#lib/bots/domains/delete-custom-domain.ts';
import { endpointHandler } from '#lib/platform/http/pipeline.ts';
import { deleteCustomDomainContract } from './delete-custom-domain.contract.ts';

export const handler = endpointHandler(deleteCustomDomainContract, async ({ params, caller }) => {
  await deleteCustomDomain(params.domain, caller);
  return { body: { message: 'success' } };
});
