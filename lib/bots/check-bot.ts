import { findUndescribedOptions } from '#lib/bots/flow/checks/blocks/undescribed-options.ts';
import { type Caller, requireRole } from '#lib/platform/auth/access.ts';
import { ServiceError } from '#lib/platform/errors/service-error.ts';
import type { JsonObject } from '#lib/platform/json/json-object.ts';
import type { RoundedNumber } from '#lib/platform/json/rounded-numbers.ts';
import { checkDocument, getSentId, toCheckedDocument } from './check-document.ts';
import { isCustomDomain } from './document/custom-domain.ts';
import { findDomainProblem } from './domains/check-wanted-domain.ts';
import type { FlowIssue } from './flow/flow-issue.ts';
import { findMissingFromWorkspace } from './missing-from-workspace.ts';

/** Checks a document as an import would store it, and each block against the description of its type. */
export function checkBot(sent: JsonObject, rounded: RoundedNumber[] = []): FlowIssue[] {
  const checked = toCheckedDocument(sent, rounded);
  return checkDocument(checked, findUndescribedOptions(checked.document));
}

/**
 * Like `checkBot`, and also reports what the document needs and the workspace lacks: linked bots, and credentials.
 *
 * @throws NOT_FOUND if the caller has no access to the workspace
 */
export async function checkBotInWorkspace(
  { bot, workspaceId, rounded = [] }: { bot: JsonObject; workspaceId: string; rounded?: RoundedNumber[] },
  caller: Caller,
): Promise<FlowIssue[]> {
  requireRole(workspaceId, 'viewer', () => new ServiceError('NOT_FOUND', 'Workspace not found'), caller);
  const checked = toCheckedDocument(bot, rounded);
  const { document, sent } = checked;
  const [missing, domainIssues] = await Promise.all([
    findMissingFromWorkspace(document, { workspaceId, botId: getSentId(sent) }),
    findDomainIssues(sent.customDomain, workspaceId),
  ]);
  return checkDocument(checked, [...missing, ...domainIssues, ...findUndescribedOptions(document)]);
}

/** Says why the bot would have no page at its custom domain. */
async function findDomainIssues(customDomain: unknown, workspaceId: string): Promise<FlowIssue[]> {
  if (!isCustomDomain(customDomain)) return [];
  const problem = await findDomainProblem(customDomain, workspaceId);
  if (!problem) return [];
  const message = problem.isTaken ? 'has no effect: another workspace has this host name' : problem.message;
  return [{ severity: 'warning', code: 'NO_EFFECT', path: 'bot.customDomain', message }];
}
