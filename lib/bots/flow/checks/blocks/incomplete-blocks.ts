import type { BotDocument } from '#lib/bots/document/bot-document.ts';
import { getBlocks } from '#lib/bots/flow/flow-graph.ts';
import type { FlowIssue } from '#lib/bots/flow/flow-issue.ts';
import { isJsonObject } from '#lib/platform/json/json-object.ts';
import { findMissingEssentials } from './block-essentials.ts';

/** Finds blocks that lack what they need to do anything: a spreadsheet, a recipient, a model. */
export function incompleteBlocks(document: BotDocument): FlowIssue[] {
  return getBlocks(document).flatMap(({ block, path }) => {
    const options = isJsonObject(block.options) ? block.options : {};
    return findMissingEssentials(block.type, options).map(
      ({ field, message, isLost }): FlowIssue => ({
        severity: isLost ? 'error' : 'warning',
        code: 'INCOMPLETE_BLOCK',
        path: `${path}.options.${field}`,
        message,
      }),
    );
  });
}
