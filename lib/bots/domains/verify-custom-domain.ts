import type { Caller } from '#lib/platform/auth/access.ts';
import { getDomainTarget, isConfiguredDomain } from './configured-domains.ts';
import type { RegisteredDomain } from './registered-domain.ts';
import { requireDomain } from './require-domain.ts';

/**
 * Says whether the operator serves a registered name, and where DNS has to lead it. DNS itself is not asked: the answer
 * would depend on where the function runs.
 *
 * @throws NOT_FOUND, FORBIDDEN
 */
export async function verifyCustomDomain(
  name: string,
  caller: Caller,
): Promise<{ domain: RegisteredDomain; isConfigured: boolean; cnameTarget: string | null }> {
  const domain = await requireDomain(name, 'viewer', caller);
  return { domain, isConfigured: isConfiguredDomain(domain.name), cnameTarget: getDomainTarget() };
}
