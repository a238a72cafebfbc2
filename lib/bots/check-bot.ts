import { roundingIssues } from '#lib/bots/flow/rounding-issues.ts';
import type { JsonObject } from '#lib/json/json-object.ts';
import type { RoundedNumber } from '#lib/json/rounded-numbers.ts';
import { withoutServerFields } from './document/bot-head.ts';
import { completeDocument } from './document/document-defaults.ts';
import { isStepsEra, stepsToBlocks } from './document/steps-to-blocks.ts';
import { checkFlow } from './flow/flow-check.ts';
import type { FlowIssue } from './flow/flow-issue.ts';

/**
 * The issues that `checkFlow` finds in a document after the changes of an import: the keys of old exports are
 * renamed and missing fields filled in.
 */
export function checkBot(sent: JsonObject, rounded: RoundedNumber[] = []): FlowIssue[] {
  const renamed = isStepsEra(sent) ? stepsToBlocks(sent) : sent;
  const { document } = completeDocument(withoutServerFields(renamed));
  return checkFlow(document, typeof sent.id === 'string' ? sent.id : undefined, roundingIssues(rounded));
}
