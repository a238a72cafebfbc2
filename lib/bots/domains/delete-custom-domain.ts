import type { Caller } from '#lib/platform/auth/access.ts';
import { removeDomain } from './domain-store.ts';
import { createDomainNotFound, requireDomain } from './require-domain.ts';

/**
 * Gives up a name, which any workspace can then register. Its bots keep their `customDomain`, but lose their pages there.
 *
 * @throws NOT_FOUND, FORBIDDEN
 */
export async function deleteCustomDomain(name: string, caller: Caller): Promise<void> {
  const domain = await requireDomain(name, 'admin', caller);
  if (!(await removeDomain(domain, caller))) throw createDomainNotFound();
}
