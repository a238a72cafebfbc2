import { getBlockType } from '#lib/blocks/block-types.ts';
import { COMPARISON_OPERATORS } from '#lib/blocks/comparison-operators.ts';
import { GOOGLE_SHEETS } from '#lib/blocks/integrations/google-sheets.ts';
import { CONDITION } from '#lib/blocks/logic/condition.ts';
import type { BotDocument } from '#lib/bots/document/bot-document.ts';
import { edgesById, getBlocks } from '#lib/bots/flow/flow-graph.ts';
import type { FlowIssue } from '#lib/bots/flow/flow-issue.ts';
import { isJsonObject, type JsonObject } from '#lib/platform/json/json-object.ts';
import { getValueAt } from '#lib/platform/json/value-at.ts';

const OPERATORS = new Set<unknown>(COMPARISON_OPERATORS);

const PATTERN_OPERATORS = new Set<unknown>(['Matches regex', 'Does not match regex']);

/** A condition, and what happens while it is not met. */
type Condition = { condition: unknown; path: string; outcome: string; compares: 'variableId' | 'column' };

/**
 * Finds comparisons that are never true, because they are incomplete, name an unknown operator or have an invalid
 * pattern, and conditions without any comparison.
 */
export function conditionIssues(document: BotDocument): FlowIssue[] {
  const edges = edgesById(document);
  return getBlocks(document).flatMap(({ block, path }) => {
    const conditions = listConditions(block, path).flatMap(checkCondition);
    const ends = block.type === CONDITION.type ? deadEnds(block, path, (edgeId) => edges.has(edgeId)) : [];
    return [...conditions, ...ends];
  });
}

function listConditions(block: JsonObject, path: string): Condition[] {
  const type = getBlockType(block)?.items;
  const displayPath = type?.displayCondition ?? 'displayCondition';
  const items = (Array.isArray(block.items) ? block.items : []).flatMap((item, index): Condition[] => {
    if (!isJsonObject(item)) return [];
    const itemPath = `${path}.items[${index}]`;
    if (type?.condition !== undefined) {
      return [
        {
          condition: getValueAt(item, type.condition),
          path: `${itemPath}.${type.condition}`,
          outcome: 'the condition is never met',
          compares: 'variableId',
        },
      ];
    }
    const display = getValueAt(item, displayPath);
    if (!isJsonObject(display) || display.isEnabled !== true) return [];
    return [
      {
        condition: display.condition,
        path: `${itemPath}.${displayPath}.condition`,
        outcome: 'the item is never shown',
        compares: 'variableId',
      },
    ];
  });
  const options = isJsonObject(block.options) ? block.options : {};
  // An update without a filter is an incomplete block.
  const hasFilter =
    block.type === GOOGLE_SHEETS.type &&
    isJsonObject(options.filter) &&
    (options.action !== 'Update a row' || hasComparisons(options.filter));
  const filter: Condition = {
    condition: options.filter,
    path: `${path}.options.filter`,
    outcome: 'no row matches',
    compares: 'column',
  };
  return hasFilter && isFiltering(options.filter as JsonObject) ? [...items, filter] : items;
}

/**
 * Whether the filter of a sheet leaves out rows. Without a list of comparisons it does not, nor if all of none have to be
 * met.
 */
function isFiltering({ comparisons, logicalOperator }: JsonObject): boolean {
  return Array.isArray(comparisons) && (comparisons.length > 0 || logicalOperator !== 'AND');
}

function hasComparisons(condition: unknown): condition is JsonObject & { comparisons: unknown[] } {
  return isJsonObject(condition) && Array.isArray(condition.comparisons) && condition.comparisons.length > 0;
}

function checkCondition({ condition, path, outcome, compares }: Condition): FlowIssue[] {
  if (!hasComparisons(condition)) {
    return [incomplete(`${path}.comparisons`, `has no comparisons, so ${outcome}; add one`)];
  }
  return condition.comparisons.flatMap((comparison, index) =>
    checkComparison(comparison, `${path}.comparisons[${index}]`, compares),
  );
}

function checkComparison(comparison: unknown, path: string, compares: Condition['compares']): FlowIssue[] {
  if (!isJsonObject(comparison)) return [incomplete(path, 'is not a comparison, so it is never true')];
  const without = (field: string, what: string) => [
    incomplete(`${path}.${field}`, `${what}, so the comparison is never true; choose one`),
  ];
  const { comparisonOperator: operator, value, [compares]: left } = comparison;
  if (typeof left !== 'string' || left === '') {
    return without(compares, compares === 'column' ? 'names no column' : 'names no variable');
  }
  if (operator === undefined || operator === null) return without('comparisonOperator', 'has no operator');
  if (!OPERATORS.has(operator)) {
    return without(
      'comparisonOperator',
      `has an operator that is not known here (${describeValue(operator)})`,
    );
  }
  return PATTERN_OPERATORS.has(operator) ? checkPattern(value, `${path}.value`) : [];
}

function checkPattern(value: unknown, path: string): FlowIssue[] {
  const fault = typeof value === 'string' && !value.includes('{{') ? patternFault(value) : undefined;
  if (fault === undefined) return [];
  const message = `is not a valid regular expression, so the comparison is never true: ${fault}`;
  return [{ severity: 'warning', code: 'INVALID_PATTERN', path, message }];
}

function incomplete(path: string, message: string): FlowIssue {
  return { severity: 'warning', code: 'INCOMPLETE_CONDITION', path, message };
}

/** `/a+/i` has flags, as in chats. */
function patternFault(pattern: string): string | undefined {
  const { source = pattern, flags = '' } =
    /^\/(?<source>.+)\/(?<flags>[gimuy]*)$/s.exec(pattern)?.groups ?? {};
  try {
    new RegExp(source, flags);
    return undefined;
  } catch (error) {
    return (error as Error).message.slice(0, 200).toWellFormed();
  }
}

/** Finds conditions that lead nowhere although another one of the block does. */
function deadEnds(block: JsonObject, path: string, hasEdge: (edgeId: string) => boolean): FlowIssue[] {
  const items = (Array.isArray(block.items) ? block.items : []).filter(isJsonObject);
  const leads = ({ outgoingEdgeId }: JsonObject) =>
    typeof outgoingEdgeId === 'string' && hasEdge(outgoingEdgeId);
  return items.flatMap((item, index): FlowIssue[] =>
    // A missing edge that is named is reported as dangling.
    leads(item) || typeof item.outgoingEdgeId === 'string'
      ? []
      : [
          {
            severity: 'info',
            code: 'DEAD_END',
            path: `${path}.items[${index}].outgoingEdgeId`,
            message: 'leads nowhere: the chat ends where this condition is met',
          },
        ],
  );
}

function describeValue(value: unknown): string {
  return typeof value === 'string' ? `"${value.slice(0, 60).toWellFormed()}"` : typeof value;
}
