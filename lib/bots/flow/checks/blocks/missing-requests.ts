import { getBlockType } from '#lib/bots/document/block-types.ts';
import type { BotDocument } from '#lib/bots/document/bot-document.ts';
import { getBlocks } from '#lib/bots/flow/flow-graph.ts';
import type { FlowIssue } from '#lib/bots/flow/flow-issue.ts';
import { hasText } from '#lib/platform/json/has-text.ts';
import { isJsonObject } from '#lib/platform/json/json-object.ts';

/** Blocks that send an HTTP request. The three services provide the URL that the request goes to. */
const URL_SOURCES: ReadonlyMap<unknown, string> = new Map([
  ['Webhook', 'enter the URL of the request'],
  ['Zapier', 'enter the URL that the Zap shows for its webhook'],
  ['Make.com', 'enter the URL that the scenario shows for its webhook'],
  ['Pabbly', 'enter the URL that the workflow shows for its webhook'],
]);

/** Finds blocks whose HTTP request is not in the document, or has no URL: what they are to pass on is lost. */
export function findMissingRequests(document: BotDocument): FlowIssue[] {
  return getBlocks(document).flatMap(({ block, path }): FlowIssue[] => {
    const whatToDo = URL_SOURCES.get(block.type);
    if (whatToDo === undefined) return [];
    const options = isJsonObject(block.options) ? block.options : {};
    const label = getBlockType(block)?.label ?? 'HTTP';
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
