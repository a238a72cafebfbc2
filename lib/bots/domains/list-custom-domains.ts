import { type Caller, requireRole } from '#lib/platform/auth/access.ts';
import { ServiceError } from '#lib/platform/errors/service-error.ts';
import { readDomains } from './domain-store.ts';
import type { RegisteredDomain } from './registered-domain.ts';

/** @throws NOT_FOUND if the caller has no access to the workspace */
export async function listCustomDomains(workspaceId: string, caller: Caller): Promise<RegisteredDomain[]> {
  requireRole(workspaceId, 'viewer', () => new ServiceError('NOT_FOUND', 'Workspace not found'), caller);
  return await readDomains(workspaceId);
}
