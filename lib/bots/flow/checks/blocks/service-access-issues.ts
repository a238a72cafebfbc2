import { getBlockType, needsCredentials } from '#lib/blocks/block-types.ts';
import type { BotDocument } from '#lib/bots/document/bot-document.ts';
import { getBlocks } from '#lib/bots/flow/flow-graph.ts';
import type { FlowIssue } from '#lib/bots/flow/flow-issue.ts';
import { isJsonObject } from '#lib/platform/json/json-object.ts';

/** Finds services that need credentials and name none, and requests through a proxy, which are not sent. */
export function serviceAccessIssues(document: BotDocument): FlowIssue[] {
  return getBlocks(document).flatMap(({ block, path }) => {
    const type = getBlockType(block);
    if (!type) return [];
    const options = isJsonObject(block.options) ? block.options : {};
    const issues: FlowIssue[] = [];
    if (needsCredentials(type) && typeof options.credentialsId !== 'string') {
      issues.push({
        severity: 'warning',
        code: 'MISSING_CREDENTIALS',
        path: `${path}.options.credentialsId`,
        message: `${type.label} needs credentials`,
      });
    }
    if (type.request && typeof options.proxyCredentialsId === 'string' && !options.isExecutedOnClient) {
      issues.push({
        severity: 'warning',
        code: 'UNSUPPORTED',
        path: `${path}.options.proxyCredentialsId`,
        message: 'the request is not sent: proxies are not supported',
      });
    }
    return issues;
  });
}
