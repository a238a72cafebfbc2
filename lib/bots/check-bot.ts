import { findForgeableWebhooks } from '#lib/bots/flow/checks/blocks/forgeable-webhooks.ts';
import { inertIssues } from '#lib/bots/flow/checks/blocks/inert-issues.ts';
import { toRoundingIssues } from '#lib/bots/flow/checks/values/rounding-issues.ts';
import { completeDocument } from '#lib/bots/incoming/document-defaults.ts';
import { type Caller, requireRole } from '#lib/platform/auth/access.ts';
import { ServiceError } from '#lib/platform/errors/service-error.ts';
import type { JsonObject } from '#lib/platform/json/json-object.ts';
import type { RoundedNumber } from '#lib/platform/json/rounded-numbers.ts';
import type { BotDocument } from './document/bot-document.ts';
import { withoutServerFields } from './document/bot-head.ts';
import { isCustomDomain } from './document/custom-domain.ts';
import { stepsToBlocks } from './document/steps-to-blocks.ts';
import { unwrapDocument, unwrapRounded } from './document/wrapped-document.ts';
import { findDomainProblem } from './domains/check-wanted-domain.ts';
import { checkFlow } from './flow/flow-check.ts';
import type { FlowIssue } from './flow/flow-issue.ts';
import { findMissingFromWorkspace } from './missing-from-workspace.ts';

/**
 * Runs `checkFlow` on a document as an import would store it, with old keys renamed and missing fields filled
 * in.
 */
export function checkBot(sent: JsonObject, rounded: RoundedNumber[] = []): FlowIssue[] {
  const { content, path } = unwrapDocument(sent);
  return checkCompleted(toCompleted(content), content, toRoundingIssues(unwrapRounded(rounded, path)));
}

/**
 * Like `checkBot`, and also reports what the document needs and the workspace lacks: linked bots, and credentials.
 *
 * @throws NOT_FOUND if the caller has no access to the workspace
 */
export async function checkBotInWorkspace(
  {
    bot: sent,
    workspaceId,
    rounded = [],
  }: { bot: JsonObject; workspaceId: string; rounded?: RoundedNumber[] },
  caller: Caller,
): Promise<FlowIssue[]> {
  requireRole(workspaceId, 'viewer', () => new ServiceError('NOT_FOUND', 'Workspace not found'), caller);
  const { content, path } = unwrapDocument(sent);
  const document = toCompleted(content);
  const [missing, domainIssues] = await Promise.all([
    findMissingFromWorkspace(document, { workspaceId, botId: getId(content) }),
    findDomainIssues(content.customDomain, workspaceId),
  ]);
  return checkCompleted(document, content, [
    ...missing,
    ...domainIssues,
    ...toRoundingIssues(unwrapRounded(rounded, path)),
  ]);
}

/** Says why the bot would have no page at its custom domain. */
async function findDomainIssues(customDomain: unknown, workspaceId: string): Promise<FlowIssue[]> {
  if (!isCustomDomain(customDomain)) return [];
  const problem = await findDomainProblem(customDomain, workspaceId);
  if (!problem) return [];
  const message = problem.isTaken ? 'has no effect: another workspace has this host name' : problem.message;
  return [{ severity: 'warning', code: 'NO_EFFECT', path: 'bot.customDomain', message }];
}

function toCompleted(sent: JsonObject): BotDocument {
  return completeDocument(withoutServerFields(stepsToBlocks(sent))).document;
}

function checkCompleted(document: BotDocument, sent: JsonObject, others: FlowIssue[]): FlowIssue[] {
  // Read from what was sent: documents leave out the domain and the setting.
  const forgeable = sent.webhookReplies === 'text' ? [] : findForgeableWebhooks(document);
  return checkFlow(document, getId(sent), [...others, ...forgeable, ...inertIssues(sent)]);
}

function getId({ id }: JsonObject): string | undefined {
  return typeof id === 'string' ? id : undefined;
}
