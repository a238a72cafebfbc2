import type { MovedDomain } from '#apps/cli/moving/report/moved-domain.ts';
import { type Source, SourceUnreadableError } from '#apps/cli/moving/source/source.ts';
import { ApiError } from '#apps/client/api-error.ts';
import type { Client } from '#apps/client/client.ts';
import type { MoveStep } from './move-state.ts';

/**
 * Registers the host names of the source's workspaces, before bots get addresses there. A name that this service refuses
 * stops nothing, because bots keep their addresses.
 */
export const registerDomains: MoveStep = async (state, { source, client, workspaces, isDryRun }) => {
  const domains: MovedDomain[] = [];
  for (const { id, workspaceId } of workspaces) {
    const names = await listDomains(source, id);
    if ('reason' in names)
      domains.push({ name: '*', workspaceId, outcome: 'unreadable', reason: names.reason });
    else if (isDryRun)
      domains.push(...names.map((name) => ({ name, workspaceId, outcome: 'movable' as const })));
    else for (const name of names) domains.push(await registerDomain(client, name, workspaceId));
  }
  return { ...state, domains };
};

/** Installations without custom domains may not have the address. If the source is down, the next step says so. */
async function listDomains(source: Source, workspaceId: string): Promise<string[] | { reason: string }> {
  try {
    return await source.listDomains(workspaceId);
  } catch (error) {
    if (error instanceof SourceUnreadableError) return { reason: error.message };
    throw error;
  }
}

/** Statuses of names that are not served or not valid, that are taken, and of tokens without the role. */
const REFUSALS = [400, 403, 409];

async function registerDomain(client: Client, name: string, workspaceId: string): Promise<MovedDomain> {
  try {
    await client.createCustomDomain({ body: { workspaceId, name } });
    return { name, workspaceId, outcome: 'registered' };
  } catch (error) {
    if (!(error instanceof ApiError) || !REFUSALS.includes(error.status)) throw error;
    const reason = error.issues[0]?.message ?? error.message;
    return { name, workspaceId, outcome: 'refused', reason };
  }
}
