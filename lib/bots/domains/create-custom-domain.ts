import { type Caller, requireRole } from '#lib/platform/auth/access.ts';
import { badRequest, ServiceError } from '#lib/platform/errors/service-error.ts';
import { isConfiguredDomain } from './configured-domains.ts';
import { parseDomainName } from './domain-name.ts';
import { insertDomain } from './domain-store.ts';
import type { RegisteredDomain } from './registered-domain.ts';

/**
 * Registers a name for a workspace, whose bots alone can then have pages there. Idempotent.
 *
 * @throws NOT_FOUND if the caller has no access to the workspace, FORBIDDEN, BAD_REQUEST if the name is not a host name or
 *   the operator does not serve it, CONFLICT if another workspace has it
 */
export async function createCustomDomain(
  { workspaceId, name: sent }: { workspaceId: string; name: string },
  caller: Caller,
): Promise<RegisteredDomain> {
  requireRole(workspaceId, 'admin', () => new ServiceError('NOT_FOUND', 'Workspace not found'), caller);
  const name = parseDomainName(sent);
  if (!isConfiguredDomain(name)) {
    throw badRequest(
      'name',
      `This deployment does not serve ${name}: its operator has to add the name to bots:customDomains and deploy`,
    );
  }
  const domain = await insertDomain({ workspaceId, name }, caller);
  if (domain) return domain;
  const message = 'This name is taken by another workspace';
  throw new ServiceError('CONFLICT', message, { issues: [{ path: 'name', message }] });
}
