import { isInputBlock } from '#lib/bots/document/block-types.ts';
import type { BotDocument } from '#lib/bots/document/bot-document.ts';
import { getBlocks } from '#lib/bots/flow/flow-graph.ts';
import type { FlowIssue } from '#lib/bots/flow/flow-issue.ts';
import { isJsonObject, type JsonObject } from '#lib/platform/json/json-object.ts';

/** Finds inputs whose answer is not saved in a variable. */
export function findUnsavedAnswers(document: BotDocument): FlowIssue[] {
  return getBlocks(document).flatMap(({ block, path }): FlowIssue[] => {
    const options = isJsonObject(block.options) ? block.options : {};
    if (!isInputBlock(block) || savesAnswer(block.type as string, options)) return [];
    return [
      {
        // Menu buttons usually lead somewhere, so there is often no need to store which one was clicked.
        severity: Array.isArray(block.items) || block.type === 'payment input' ? 'info' : 'warning',
        code: 'NO_VARIABLE',
        path: `${path}.options.variableId`,
        message: 'the answer is not saved in a variable',
      },
    ];
  });
}

function savesAnswer(type: string, options: JsonObject): boolean {
  if (typeof options.variableId === 'string') return true;
  return (
    type === 'cards' && Array.isArray(options.saveResponseMapping) && options.saveResponseMapping.length > 0
  );
}
