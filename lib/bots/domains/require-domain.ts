import { type Caller, requireRole } from '#lib/platform/auth/access.ts';
import type { Role } from '#lib/platform/auth/role.ts';
import { ServiceError } from '#lib/platform/errors/service-error.ts';
import type { CustomDomain } from './custom-domain.ts';
import { toDomainName } from './domain-name.ts';
import { readDomain } from './domain-store.ts';

/**
 * Reads a registered name of a workspace that the caller has access to.
 *
 * @throws NOT_FOUND if nobody has registered it, or a workspace without access for the caller; FORBIDDEN
 */
export async function requireDomain(text: string, role: Role, caller: Caller): Promise<CustomDomain> {
  const name = toDomainName(text);
  const domain = name === undefined ? undefined : await readDomain(name);
  if (!domain) throw domainNotFound();
  requireRole(domain.workspaceId, role, domainNotFound, caller);
  return domain;
}

export function domainNotFound(): ServiceError {
  return new ServiceError('NOT_FOUND', 'Custom domain not found');
}
