import { SET_VARIABLE } from '#lib/blocks/logic/set-variable.ts';
import type { BotDocument } from '#lib/bots/document/bot-document.ts';
import { getBlocks } from '#lib/bots/flow/flow-graph.ts';
import type { FlowIssue } from '#lib/bots/flow/flow-issue.ts';
import { calculateValue, isJoinedLikeText } from '#lib/bots/values/set-text.ts';
import { isJsonObject } from '#lib/platform/json/json-object.ts';

/** Reports texts of Set variable blocks that look like text, but are calculated. */
export function calculationIssues(document: BotDocument): FlowIssue[] {
  return getBlocks(document).flatMap(({ block, path }): FlowIssue[] => {
    const options = isJsonObject(block.options) ? block.options : {};
    const { type = 'Custom', isCode, expressionToEvaluate: expression } = options;
    if (block.type !== SET_VARIABLE.type || type !== 'Custom' || isCode === true) return [];
    const message = typeof expression === 'string' ? describeCalculation(expression) : undefined;
    return message === undefined
      ? []
      : [{ severity: 'info', code: 'CALCULATED', path: `${path}.options.expressionToEvaluate`, message }];
  });
}

function describeCalculation(expression: string): string | undefined {
  const value = calculateValue(expression);
  if (value !== undefined) {
    const shown = Number.isFinite(value) ? value : 'null';
    return `is calculated: becomes ${shown}. Put it in quotes to keep it as text`;
  }
  return isJoinedLikeText(expression)
    ? 'is calculated, unless it reads as a date: to join texts, write {{a}} + "-" + {{b}}'
    : undefined;
}
