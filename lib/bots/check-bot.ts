import type { RoundedNumber } from '#lib/json/rounded-numbers.ts';
import type { JsonObject } from './bot-document.ts';
import { withoutServerFields } from './bot-head.ts';
import { completeDocument } from './document-defaults.ts';
import { checkFlow } from './flow-check.ts';
import type { FlowIssue } from './flow-issue.ts';
import { isStepsEra, stepsToBlocks } from './migrations/steps-to-blocks.ts';
import { roundingIssues } from './rounding-warnings.ts';

/** What `checkFlow` says of a document as an import would take it: old ones renamed, missing fields filled in. */
export function checkBot(sent: JsonObject, rounded: RoundedNumber[] = []): FlowIssue[] {
  const renamed = isStepsEra(sent) ? stepsToBlocks(sent) : sent;
  const { document } = completeDocument(withoutServerFields(renamed));
  return checkFlow(document, typeof sent.id === 'string' ? sent.id : undefined, roundingIssues(rounded));
}
