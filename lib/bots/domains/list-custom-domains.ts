import { type Caller, requireRole } from '#lib/platform/auth/access.ts';
import { ServiceError } from '#lib/platform/errors/service-error.ts';
import type { CustomDomain } from './custom-domain.ts';
import { readDomains } from './domain-store.ts';

/** @throws NOT_FOUND if the caller has no access to the workspace */
export async function listCustomDomains(workspaceId: string, caller: Caller): Promise<CustomDomain[]> {
  requireRole(workspaceId, 'viewer', () => new ServiceError('NOT_FOUND', 'Workspace not found'), caller);
  return await readDomains(workspaceId);
}
