import { findForgeableWebhooks } from '#lib/bots/flow/checks/blocks/forgeable-webhooks.ts';
import { inertIssues } from '#lib/bots/flow/checks/blocks/inert-issues.ts';
import { toRoundingIssues } from '#lib/bots/flow/checks/values/rounding-issues.ts';
import { completeDocument } from '#lib/bots/incoming/document-defaults.ts';
import type { JsonObject } from '#lib/platform/json/json-object.ts';
import type { RoundedNumber } from '#lib/platform/json/rounded-numbers.ts';
import type { BotDocument } from './document/bot-document.ts';
import { withoutServerFields } from './document/bot-head.ts';
import { stepsToBlocks } from './document/steps-to-blocks.ts';
import { unwrapDocument, unwrapRounded } from './document/wrapped-document.ts';
import { checkFlow } from './flow/flow-check.ts';
import type { FlowIssue } from './flow/flow-issue.ts';

/** A document as an import would store it, with old keys renamed and missing fields filled in. */
export type CheckedDocument = { document: BotDocument; sent: JsonObject; roundingIssues: FlowIssue[] };

/** Prepares a document for `checkDocument`. */
export function toCheckedDocument(bot: JsonObject, rounded: RoundedNumber[] = []): CheckedDocument {
  const { content, path } = unwrapDocument(bot);
  const { document } = completeDocument(withoutServerFields(stepsToBlocks(content)));
  return { document, sent: content, roundingIssues: toRoundingIssues(unwrapRounded(rounded, path)) };
}

/**
 * Runs `checkFlow` on a document, with what only the document as it was sent says.
 *
 * @param others issues found elsewhere, to include
 */
export function checkDocument(
  { document, sent, roundingIssues }: CheckedDocument,
  others: FlowIssue[] = [],
): FlowIssue[] {
  // Read from what was sent: documents leave out the domain and the setting.
  const forgeable = sent.webhookReplies === 'text' ? [] : findForgeableWebhooks(document);
  return checkFlow(document, getSentId(sent), [
    ...others,
    ...roundingIssues,
    ...forgeable,
    ...inertIssues(sent),
  ]);
}

/** The id that a document was exported with. */
export function getSentId({ id }: JsonObject): string | undefined {
  return typeof id === 'string' ? id : undefined;
}
