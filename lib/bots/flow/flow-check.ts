import type { BotDocument } from '#lib/bots/document/bot-document.ts';
import { withLocations } from '#lib/bots/document/location-in-flow.ts';
import { blockTypeIssues } from '#lib/bots/flow/checks/blocks/block-type-issues.ts';
import { incompleteBlocks } from '#lib/bots/flow/checks/blocks/incomplete-blocks.ts';
import { findMissingRequests } from '#lib/bots/flow/checks/blocks/missing-requests.ts';
import { serviceAccessIssues } from '#lib/bots/flow/checks/blocks/service-access-issues.ts';
import { unanswerableInputs } from '#lib/bots/flow/checks/blocks/unanswerable-inputs.ts';
import { unknownOptions } from '#lib/bots/flow/checks/blocks/unknown-options.ts';
import { findUnmatchedSelectors } from '#lib/bots/flow/checks/blocks/unmatched-selectors.ts';
import { findUnsavedAnswers } from '#lib/bots/flow/checks/blocks/unsaved-answers.ts';
import { unshownBubbles } from '#lib/bots/flow/checks/blocks/unshown-bubbles.ts';
import { findDanglingIssues } from '#lib/bots/flow/checks/edges/dangling-issues.ts';
import { duplicateIds } from '#lib/bots/flow/checks/edges/duplicate-ids.ts';
import { eventIssues } from '#lib/bots/flow/checks/edges/event-issues.ts';
import { emptyGroups, unreachableGroups } from '#lib/bots/flow/checks/edges/group-issues.ts';
import { findIgnoredEdgeIssues } from '#lib/bots/flow/checks/edges/ignored-edge-issues.ts';
import { jumpIssues } from '#lib/bots/flow/checks/edges/jump-issues.ts';
import { startIssues } from '#lib/bots/flow/checks/edges/start-issues.ts';
import { findUnnamedEdgeIssues } from '#lib/bots/flow/checks/edges/unnamed-edge-issues.ts';
import { calculationIssues } from '#lib/bots/flow/checks/values/calculation-issues.ts';
import { conditionIssues } from '#lib/bots/flow/checks/values/condition-issues.ts';
import { dateComparisonIssues } from '#lib/bots/flow/checks/values/date-comparison-issues.ts';
import { targetsOpenToPrefilling } from '#lib/bots/flow/checks/values/open-to-prefilling.ts';
import { paymentIssues } from '#lib/bots/flow/checks/values/payment-issues.ts';
import { timeZoneIssues } from '#lib/bots/flow/checks/values/time-zone-issues.ts';
import { unknownVariables } from '#lib/bots/flow/checks/values/unknown-variables.ts';
import { findUnsetCounters } from '#lib/bots/flow/checks/values/unset-counters.ts';
import { urlIssues } from '#lib/bots/flow/checks/values/url-issues.ts';
import { waitIssues } from '#lib/bots/flow/checks/values/wait-issues.ts';
import type { FlowIssue } from './flow-issue.ts';
import { withIds } from './issue-ids.ts';
import { SEVERITIES } from './issue-severity.ts';

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
  const issues = [
    ...startIssues(document),
    ...findDanglingIssues(document),
    ...findUnnamedEdgeIssues(document),
    ...findIgnoredEdgeIssues(document),
    ...jumpIssues(document, botId),
    ...unreachableGroups(document, botId),
    ...emptyGroups(document),
    ...blockTypeIssues(document),
    ...findMissingRequests(document),
    ...incompleteBlocks(document),
    ...unanswerableInputs(document),
    ...unshownBubbles(document),
    ...conditionIssues(document),
    ...unknownOptions(document),
    ...findUnsetCounters(document),
    ...eventIssues(document),
    ...findUnsavedAnswers(document),
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
    ...findUnmatchedSelectors(document),
    ...others,
  ];
  return withIds(document, withLocations(document, worstFirst(withoutRepeated(issues))));
}

/** Leaves out that a value is unexpected where another check says what comes of it. */
function withoutRepeated(issues: FlowIssue[]): FlowIssue[] {
  const isGeneral = ({ code }: FlowIssue) => code === 'UNEXPECTED_OPTION';
  if (!issues.some(isGeneral)) return issues;
  const explained = new Set(issues.flatMap((issue) => (isGeneral(issue) ? [] : issue.path)));
  return issues.filter((issue) => !isGeneral(issue) || !explained.has(issue.path));
}

function worstFirst(issues: FlowIssue[]): FlowIssue[] {
  const sorted = issues.toSorted((a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity));
  if (sorted.length <= MAX_ISSUES) return sorted;
  const shown = sorted.slice(0, MAX_ISSUES - 1);
  const message = `and ${sorted.length - shown.length} more`;
  return [...shown, { severity: 'info', code: 'MORE', path: 'bot', message }];
}
