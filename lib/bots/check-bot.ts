import { roundingIssues } from '#lib/bots/flow/rounding-issues.ts';
import type { JsonObject } from '#lib/json/json-object.ts';
import type { RoundedNumber } from '#lib/json/rounded-numbers.ts';
import { withoutServerFields } from './document/bot-head.ts';
import { completeDocument } from './document/document-defaults.ts';
import { stepsToBlocks } from './document/steps-to-blocks.ts';
import { checkFlow } from './flow/flow-check.ts';
import type { FlowIssue } from './flow/flow-issue.ts';
import { inertIssues } from './flow/inert-issues.ts';

/**
 * Runs `checkFlow` on a document as an import would store it, with old keys renamed and missing fields filled
 * in.
 */
export function checkBot(sent: JsonObject, rounded: RoundedNumber[] = []): FlowIssue[] {
  const { document } = completeDocument(withoutServerFields(stepsToBlocks(sent)));
  const others = [...inertIssues(sent), ...roundingIssues(rounded)];
  return checkFlow(document, typeof sent.id === 'string' ? sent.id : undefined, others);
}
