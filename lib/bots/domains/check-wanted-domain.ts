import type { BotHead } from '#lib/bots/document/bot-head.ts';
import type { Warning } from '#lib/bots/document/bot-schema.ts';
import { getDomainHost, hasReservedPath } from '#lib/bots/document/custom-domain.ts';
import { ServiceError } from '#lib/platform/errors/service-error.ts';
import { readDomain } from './domain-store.ts';

/**
 * Checks whether a bot can have a page at the custom domain that it is given. A name that nobody has registered is
 * accepted with a warning: a move brings bots before the operator has all of their names. Costs one small read.
 *
 * @throws CONFLICT if another workspace has registered the host name
 */
export async function checkWantedDomain({
  customDomain,
  workspaceId,
}: Pick<BotHead, 'customDomain' | 'workspaceId'>): Promise<Warning[]> {
  const problem = customDomain === null ? undefined : await findDomainProblem(customDomain, workspaceId);
  if (!problem) return [];
  const path = 'bot.customDomain';
  if (!problem.isTaken) return [{ code: 'NO_EFFECT', path, message: problem.message }];
  const message = 'The host name of this customDomain is taken by another workspace';
  throw new ServiceError('CONFLICT', message, { issues: [{ path, message }] });
}

/** Obstacle to a page at a custom domain. `isTaken` if another workspace has registered the host name. */
export type DomainProblem = { isTaken: true } | { isTaken: false; message: string };

/** @returns undefined if a bot of this workspace can have a page there, as far as the table knows */
export async function findDomainProblem(
  customDomain: string,
  workspaceId: string,
): Promise<DomainProblem | undefined> {
  const host = getDomainHost(customDomain);
  const domain = await readDomain(host);
  if (domain && domain.workspaceId !== workspaceId) return { isTaken: true };
  if (!domain) {
    return {
      isTaken: false,
      message: `has no effect until the workspace registers ${host} as a custom domain`,
    };
  }
  if (hasReservedPath(customDomain)) {
    return { isTaken: false, message: 'has no effect: the site has addresses of its own below this path' };
  }
  return undefined;
}
