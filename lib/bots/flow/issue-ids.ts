import type { BotFlow } from '#lib/bots/document/bot-document.ts';
import { isJsonObject } from '#lib/platform/json/json-object.ts';
import type { FlowIssue } from './flow-issue.ts';

const PATH = /^bot\.(groups|events|edges|variables)\[(\d+)\](?:\.blocks\[(\d+)\])?/;

/** Ids have no length limit. */
const MAX_SHOWN_CHARS = 200;

/** Adds to each issue the id of the block that its path leads to, or else of the group, event, edge or variable. */
export function withIds(flow: BotFlow, issues: FlowIssue[]): FlowIssue[] {
  return issues.map((issue) => {
    const [, list = '', index, blockIndex] = PATH.exec(issue.path) ?? [];
    const elements = (flow as Record<string, unknown>)[list];
    const element: unknown = Array.isArray(elements) ? elements[Number(index)] : undefined;
    const block =
      blockIndex !== undefined && isJsonObject(element) && Array.isArray(element.blocks)
        ? element.blocks[Number(blockIndex)]
        : element;
    const id = isJsonObject(block) ? block.id : undefined;
    return typeof id === 'string' && id !== ''
      ? { ...issue, id: id.slice(0, MAX_SHOWN_CHARS).toWellFormed() }
      : issue;
  });
}
