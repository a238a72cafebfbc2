import { getBlockType } from '#lib/blocks/block-types.ts';
import type { BotDocument } from '#lib/bots/document/bot-document.ts';
import { getBlocks } from '#lib/bots/flow/flow-graph.ts';
import type { FlowIssue } from '#lib/bots/flow/flow-issue.ts';
import { hasText } from '#lib/platform/json/has-text.ts';
import { isJsonObject } from '#lib/platform/json/json-object.ts';

/** Finds blocks whose HTTP request is not in the document, or has no URL: what they are to pass on is lost. */
export function findMissingRequests(document: BotDocument): FlowIssue[] {
  return getBlocks(document).flatMap(({ block, path }): FlowIssue[] => {
    const { label, request } = getBlockType(block) ?? {};
    if (!request) return [];
    const whatToDo = request.urlSource;
    const options = isJsonObject(block.options) ? block.options : {};
    const report = (field: string, message: string): FlowIssue[] => [
      { severity: 'error', code: 'MISSING_REQUEST', path: `${path}.options.${field}`, message },
    ];
    if (!isJsonObject(options.webhook)) {
      const isKeptElsewhere = hasText(block.webhookId) || hasText(options.webhookId);
      return report(
        'webhook',
        isKeptElsewhere
          ? `nothing is sent: the document has only the id of the request (webhookId), not the request itself; ${whatToDo}, with its method and body`
          : `nothing is sent: the ${label} block has no request; ${whatToDo}`,
      );
    }
    return hasText(options.webhook.url)
      ? []
      : report('webhook.url', `nothing is sent: the request has no URL; ${whatToDo}`);
  });
}
