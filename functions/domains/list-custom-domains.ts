import { listCustomDomains } from '#lib/bots/domains/list-custom-domains.ts';
import { endpointHandler } from '#lib/platform/http/pipeline.ts';
import { listCustomDomainsContract } from './list-custom-domains.contract.ts';

export const handler = endpointHandler(listCustomDomainsContract, async ({ query, caller }) => {
  const domains = await listCustomDomains(query.workspaceId, caller);
  return { body: { customDomains: domains.map(({ name, createdAt }) => ({ name, createdAt })) } };
});
