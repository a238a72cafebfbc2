import type { BotDocument } from '#lib/bots/document/bot-document.ts';
import { getBlocks } from '#lib/bots/flow/flow-graph.ts';
import type { FlowIssue } from '#lib/bots/flow/flow-issue.ts';
import { readDate } from '#lib/bots/values/compared-dates.ts';
import { dateFormatsByVariable } from '#lib/bots/values/date-formats.ts';
import type { DateFormat } from '#lib/bots/values/written-date.ts';
import { isJsonObject, type JsonObject } from '#lib/platform/json/json-object.ts';
import { shortenText } from '#lib/platform/json/shorten-text.ts';
import { type InnerValue, visitValues } from './values-in-block.ts';

/** Patterns have no length limit. */
const MAX_SHOWN_CHARS = 60;

const ORDERED = new Set<unknown>(['Greater than', 'Less than', 'Greater or equal to', 'Less or equal to']);

const NUMERIC_DATE = /^\s*\d{1,2}([/.-])\d{1,2}\1(?:\d{2}|\d{4})(?:\s|$)/;

/** Reports values in comparisons by order that are not read as the date that their author means. */
export function dateComparisonIssues(document: BotDocument): FlowIssue[] {
  const blocks = getBlocks(document);
  const formats = dateFormatsByVariable(
    blocks.map(({ block }) => block),
    document.variables,
  );
  return blocks.flatMap(({ block, path: blockPath }) =>
    findComparisons(block, blockPath).flatMap(({ comparison, path }): FlowIssue[] => {
      const message = describeProblem(comparison, formats);
      return message === undefined
        ? []
        : [{ severity: 'warning', code: 'UNREADABLE_DATE', path: `${path}.value`, message }];
    }),
  );
}

function describeProblem(
  { variableId, column, comparisonOperator, value }: JsonObject,
  formats: ReadonlyMap<unknown, DateFormat[]>,
): string | undefined {
  if (!ORDERED.has(comparisonOperator) || typeof value !== 'string' || value.includes('{{')) return undefined;
  const own = formats.get(variableId);
  if (own && value.trim() !== '') {
    if (readDate(value, own)) return undefined;
    const patterns = own.map(({ pattern }) => pattern).join(' or ');
    return own.length > 1
      ? `cannot be compared with the answers, which inputs write as ${shortenText(patterns, MAX_SHOWN_CHARS)}: give them one format`
      : `is not a date or time as the answers have it: write it as ${shortenText(patterns, MAX_SHOWN_CHARS)}, or as 2026-01-31`;
  }
  if (variableId === undefined && typeof column !== 'string') return undefined;
  return NUMERIC_DATE.test(value)
    ? 'is read month first, or by its length if that is not a date: write it as 2026-01-31 if the values are like that, or ask with a date input'
    : undefined;
}

/** Finds comparisons at any depth: in conditions, in display conditions of items, and in filters. */
function findComparisons(block: JsonObject, blockPath: string): { comparison: JsonObject; path: string }[] {
  const found: { comparison: JsonObject; path: string }[] = [];
  visitValues(
    { value: block, path: blockPath, field: '' },
    ({ value, path }) => {
      if (isJsonObject(value) && typeof value.comparisonOperator === 'string') {
        found.push({ comparison: value, path });
      }
    },
    { enters: (inner) => !isOff(inner) },
  );
  return found;
}

function isOff({ path, value }: InnerValue): boolean {
  return path.endsWith('.displayCondition') && isJsonObject(value) && value.isEnabled !== true;
}
