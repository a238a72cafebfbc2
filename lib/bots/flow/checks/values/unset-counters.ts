import { SET_VARIABLE } from '#lib/blocks/logic/set-variable.ts';
import type { BotDocument } from '#lib/bots/document/bot-document.ts';
import { getBlocks } from '#lib/bots/flow/flow-graph.ts';
import type { FlowIssue } from '#lib/bots/flow/flow-issue.ts';
import { isJsonObject, type JsonObject } from '#lib/platform/json/json-object.ts';
import { type InnerValue, visitValues } from './values-in-block.ts';

/** A calculation with variables, numbers and functions that turn texts into numbers, and nothing else. */
const CALCULATION =
  /^\s*(?:return\b)?(?:\s|\{\{[^{}=][^{}]*\}\}|\d+(?:\.\d+)?|[-+*/%()]|\b(?:Number|parseInt|parseFloat|Math\.\w+)\b)+;?\s*$/;

const OPERATOR = /[-+*/%]/;

const PLACEHOLDER = /\{\{([^{}]+)\}\}/g;

/**
 * Finds variables that are calculated from themselves and have no value to begin with: `{{Count}} + 1`, where
 * nothing else in the bot sets `Count`.
 */
export function findUnsetCounters(document: BotDocument): FlowIssue[] {
  const blocks = getBlocks(document);
  const counters = blocks.flatMap(({ block, path }) => {
    const variable = getCounted(block, document);
    return variable ? [{ variable, block, path }] : [];
  });
  if (counters.length === 0) return [];

  const counting = new Set(counters.map(({ block }) => block));
  const setIds = new Set<unknown>();
  const setNames = new Set<string>();
  for (const { block } of blocks) if (!counting.has(block)) collectSet(block, setIds, setNames);
  for (const { options } of document.events ?? []) collectSet({ options }, setIds, setNames);

  return counters
    .filter(
      ({ variable }) => isUnset(variable.value) && !setIds.has(variable.id) && !setNames.has(variable.name),
    )
    .map(({ path, variable }) => ({
      severity: 'warning',
      code: 'UNSET_COUNTER',
      path: `${path}.options.expressionToEvaluate`,
      message:
        `counts on {{${variable.name.slice(0, 60).toWellFormed()}}}, which has no value to begin with, so the ` +
        'result is not a number, unless a link or a page sets it; set the variable to 0 before, or give it a default',
    }));
}

/** Returns the variable that the block calculates from itself, if any. */
function getCounted({ type, options }: JsonObject, { variables }: BotDocument) {
  if (type !== SET_VARIABLE.type || !isJsonObject(options)) return undefined;
  const { type: kind, variableId, expressionToEvaluate: expression } = options;
  if ((kind !== undefined && kind !== 'Custom') || typeof expression !== 'string') return undefined;
  // Real calculations are short, and longer texts are not worth the time.
  if (expression.length > MAX_EXPRESSION_CHARS || !CALCULATION.test(expression)) return undefined;
  if (!OPERATOR.test(expression.replace(PLACEHOLDER, ''))) return undefined;
  const variable = variables.find(({ id }) => id === variableId);
  const names = [...expression.matchAll(PLACEHOLDER)].map(([, name]) => name);
  return variable && names.includes(variable.name) ? variable : undefined;
}

const MAX_EXPRESSION_CHARS = 500;

/**
 * Collects the variables that a block may set: the ids in its options, except those it only reads, and the names in
 * its code.
 */
function collectSet(block: JsonObject, ids: Set<unknown>, names: Set<string>): void {
  const collect = ({ value, field }: InnerValue): void => {
    if (typeof value !== 'string') return;
    if (/variableId$/i.test(field)) ids.add(value);
    const calls = value.slice(0, MAX_CODE_CHARS).matchAll(/setVariable\(\s*["'`]([^"'`]+)["'`]/g);
    for (const [, name = ''] of calls) names.add(name);
  };
  // Conditions, which are in items, only read.
  for (const value of [block.options, block.content]) visitValues({ value, path: '', field: '' }, collect);
}

const MAX_CODE_CHARS = 100_000;

function isUnset(value: unknown): boolean {
  return value === undefined || value === null;
}
