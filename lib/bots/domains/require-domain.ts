import { type Caller, requireRole } from '#lib/platform/auth/access.ts';
import type { Role } from '#lib/platform/auth/role.ts';
import { ServiceError } from '#lib/platform/errors/service-error.ts';
import { toDomainName } from './domain-name.ts';
import { readDomain } from './domain-store.ts';
import type { RegisteredDomain } from './registered-domain.ts';

/**
 * Reads a registered name of a workspace that the caller has access to.
 *
 * @throws NOT_FOUND if nobody has registered it, or a workspace without access for the caller; FORBIDDEN
 */
export async function requireDomain(text: string, role: Role, caller: Caller): Promise<RegisteredDomain> {
  const name = toDomainName(text);
  const domain = name === undefined ? undefined : await readDomain(name);
  if (!domain) throw createDomainNotFound();
  requireRole(domain.workspaceId, role, createDomainNotFound, caller);
  return domain;
}

export function createDomainNotFound(): ServiceError {
  return new ServiceError('NOT_FOUND', 'Custom domain not found');
}
