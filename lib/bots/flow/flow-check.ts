import type { BotDocument } from '#lib/bots/document/bot-document.ts';
import { withPlaces } from '#lib/bots/document/place-in-flow.ts';
import { blockTypeIssues } from './checks/block-type-issues.ts';
import { calculationIssues } from './checks/calculation-issues.ts';
import { conditionIssues } from './checks/condition-issues.ts';
import { danglingIssues } from './checks/dangling-issues.ts';
import { dateComparisonIssues } from './checks/date-comparison-issues.ts';
import { duplicateIds } from './checks/duplicate-ids.ts';
import { eventIssues } from './checks/event-issues.ts';
import { emptyGroups, unreachableGroups } from './checks/group-issues.ts';
import { ignoredEdgeIssues } from './checks/ignored-edge-issues.ts';
import { incompleteBlocks } from './checks/incomplete-blocks.ts';
import { jumpIssues } from './checks/jump-issues.ts';
import { missingRequests } from './checks/missing-requests.ts';
import { targetsOpenToPrefilling } from './checks/open-to-prefilling.ts';
import { paymentIssues } from './checks/payment-issues.ts';
import { serviceAccessIssues } from './checks/service-access-issues.ts';
import { startIssues } from './checks/start-issues.ts';
import { timeZoneIssues } from './checks/time-zone-issues.ts';
import { unanswerableInputs } from './checks/unanswerable-inputs.ts';
import { unknownOptions } from './checks/unknown-options.ts';
import { unknownVariables } from './checks/unknown-variables.ts';
import { unmatchedSelectors } from './checks/unmatched-selectors.ts';
import { unnamedEdgeIssues } from './checks/unnamed-edge-issues.ts';
import { unsavedAnswers } from './checks/unsaved-answers.ts';
import { unsetCounters } from './checks/unset-counters.ts';
import { unshownBubbles } from './checks/unshown-bubbles.ts';
import { urlIssues } from './checks/url-issues.ts';
import { waitIssues } from './checks/wait-issues.ts';
import { type FlowIssue, SEVERITIES } from './flow-issue.ts';
import { withIds } from './issue-ids.ts';

/** A broken flow can have thousands of issues, but nobody reads more than a few dozen. */
const MAX_ISSUES = 200;

/**
 * Lists the errors and likely mistakes in a flow, most severe first. Nothing is refused, because a flow under
 * construction has loose ends.
 *
 * @param botId the bot's own id, so that links to it by id are recognised
 * @param others issues found elsewhere, to include
 */
export function checkFlow(document: BotDocument, botId?: string, others: FlowIssue[] = []): FlowIssue[] {
  const issues = worstFirst([
    ...startIssues(document),
    ...danglingIssues(document),
    ...unnamedEdgeIssues(document),
    ...ignoredEdgeIssues(document),
    ...jumpIssues(document, botId),
    ...unreachableGroups(document, botId),
    ...emptyGroups(document),
    ...blockTypeIssues(document),
    ...missingRequests(document),
    ...incompleteBlocks(document),
    ...unanswerableInputs(document),
    ...unshownBubbles(document),
    ...conditionIssues(document),
    ...unknownOptions(document),
    ...unsetCounters(document),
    ...eventIssues(document),
    ...unsavedAnswers(document),
    ...serviceAccessIssues(document),
    ...unknownVariables(document),
    ...duplicateIds(document),
    ...targetsOpenToPrefilling(document),
    ...paymentIssues(document),
    ...timeZoneIssues(document),
    ...waitIssues(document),
    ...urlIssues(document),
    ...dateComparisonIssues(document),
    ...calculationIssues(document),
    ...unmatchedSelectors(document),
    ...others,
  ]);
  return withIds(document, withPlaces(document, issues));
}

function worstFirst(issues: FlowIssue[]): FlowIssue[] {
  const sorted = issues.toSorted((a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity));
  if (sorted.length <= MAX_ISSUES) return sorted;
  const shown = sorted.slice(0, MAX_ISSUES - 1);
  const message = `and ${sorted.length - shown.length} more`;
  return [...shown, { severity: 'info', code: 'MORE', path: 'bot', message }];
}
