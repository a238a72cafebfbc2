import type { InputType } from '#lib/blocks/block-type.ts';
import { getInputType } from '#lib/blocks/input-types.ts';
import type { BotDocument } from '#lib/bots/document/bot-document.ts';
import { getBlocks } from '#lib/bots/flow/flow-graph.ts';
import type { FlowIssue } from '#lib/bots/flow/flow-issue.ts';
import { isJsonObject, type JsonObject } from '#lib/platform/json/json-object.ts';

/** Finds inputs whose answer is not saved in a variable. */
export function findUnsavedAnswers(document: BotDocument): FlowIssue[] {
  return getBlocks(document).flatMap(({ block, path }): FlowIssue[] => {
    const options = isJsonObject(block.options) ? block.options : {};
    const type = getInputType(block);
    if (!type || savesAnswer(type, options)) return [];
    return [
      {
        // Menu buttons usually lead somewhere, so there is often no need to store which one was clicked.
        severity: Array.isArray(block.items) || type.isAnswerFixed ? 'info' : 'warning',
        code: 'NO_VARIABLE',
        path: `${path}.options.variableId`,
        message: 'the answer is not saved in a variable, so only results have it',
      },
    ];
  });
}

function savesAnswer({ savedInOption }: InputType, options: JsonObject): boolean {
  if (typeof options.variableId === 'string') return true;
  const list = savedInOption === undefined ? undefined : options[savedInOption];
  return Array.isArray(list) && list.length > 0;
}
