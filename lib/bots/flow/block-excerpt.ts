import type { Excerpt } from '#lib/blocks/block-type.ts';
import { getBlockType } from '#lib/blocks/block-types.ts';
import { calculateValue } from '#lib/bots/values/set-text.ts';
import { isJsonObject, type JsonObject } from '#lib/platform/json/json-object.ts';
import { toPrimitiveText } from '#lib/platform/json/primitive-text.ts';
import { getValueAt } from '#lib/platform/json/value-at.ts';

/** Titles of groups and names of variables by id, for blocks that refer to them. */
export type ShownNames = {
  groupTitles: ReadonlyMap<string, string>;
  variableNames: ReadonlyMap<string, string>;
};

/** Maximum length of a text considered for an excerpt; nothing longer is ever shown. */
const MAX_TEXT_CHARS = 500;

/** Summarizes a block in a few words. Can return an empty string. */
export function blockExcerpt(block: JsonObject, names: ShownNames): string {
  const parts = getBlockType(block)?.excerpt;
  if (!parts) return otherExcerpt(isJsonObject(block.options) ? block.options : {}, names);
  for (const part of parts) {
    const excerpt =
      typeof part === 'string'
        ? text(getValueAt(block, part))
        : READERS[part.as](getValueAt(block, part.path), names);
    if (excerpt !== '') return excerpt;
  }
  return '';
}

const READERS: Readonly<Record<Excerpt, (value: unknown, names: ShownNames) => string>> = {
  list: joinList,
  group: groupTitle,
  seconds: (value) => (value === undefined ? '' : `${toPrimitiveText(value)} s`),
  message: toMessage,
  assignment: toAssignment,
  request: toRequest,
};

function toMessage(content: unknown): string {
  const { richText, plainText } = isJsonObject(content) ? content : {};
  return Array.isArray(richText) ? toRichText(richText) : text(plainText);
}

function toAssignment(options: unknown, names: ShownNames): string {
  if (!isJsonObject(options)) return '';
  return [variable(options.variableId, names), setValue(options)].filter(Boolean).join(' = ');
}

/** Returns what a variable is set to, and what it is calculated to if that looks different. */
function setValue(options: JsonObject): string {
  const expression = text(options.expressionToEvaluate);
  const value = options.isCode === true ? undefined : calculateValue(expression);
  return value === undefined ? expression || text(options.type) : `${expression} → ${value}`;
}

/** Returns the variable that an input fills, or the action that an integration performs. */
function otherExcerpt(options: JsonObject, names: ShownNames): string {
  const filled = variable(options.variableId, names);
  if (filled !== '') return `→ ${filled}`;
  const labels = isJsonObject(options.labels) ? options.labels : {};
  return text(options.action) || text(options.task) || text(labels.placeholder);
}

/** Returns the text of a block's item: a button, picture, card, condition or A/B branch. */
export function itemExcerpt(item: JsonObject, names: ShownNames): string {
  if (typeof item.content === 'string') return item.content.slice(0, MAX_TEXT_CHARS);
  if (isJsonObject(item.content)) return describeCondition(item.content, names);
  if (typeof item.path === 'string') return item.path.toUpperCase();
  return text(item.title) || text(item.pictureSrc) || text(item.description);
}

function describeCondition({ comparisons, logicalOperator }: JsonObject, names: ShownNames): string {
  if (!Array.isArray(comparisons)) return '';
  return comparisons
    .slice(0, 5)
    .filter(isJsonObject)
    .map(({ variableId, comparisonOperator, value }) =>
      [variable(variableId, names), text(comparisonOperator), text(value)].filter(Boolean).join(' '),
    )
    .join(logicalOperator === 'OR' ? ' or ' : ' and ');
}

function toRichText(nodes: unknown[]): string {
  let collected = '';
  const collect = (node: unknown): void => {
    if (collected.length > MAX_TEXT_CHARS) return;
    if (Array.isArray(node)) node.forEach(collect);
    if (!isJsonObject(node)) return;
    if (typeof node.text === 'string') collected += node.text.slice(0, MAX_TEXT_CHARS);
    if (Array.isArray(node.children)) node.children.forEach(collect);
  };
  for (const node of nodes) {
    if (collected.length > MAX_TEXT_CHARS) break;
    collect(node);
    collected += ' ';
  }
  return collected;
}

function toRequest(request: unknown): string {
  const { method, url } = isJsonObject(request) ? request : {};
  return [text(method), text(url)].filter(Boolean).join(' ');
}

function variable(id: unknown, { variableNames }: ShownNames): string {
  return typeof id === 'string' ? (variableNames.get(id) ?? '?') : '';
}

function groupTitle(id: unknown, { groupTitles }: ShownNames): string {
  return typeof id === 'string' ? (groupTitles.get(id) ?? id) : '';
}

function joinList(value: unknown): string {
  return Array.isArray(value) ? value.slice(0, 3).map(text).filter(Boolean).join(', ') : '';
}

function text(value: unknown): string {
  return typeof value === 'string' ? value.slice(0, MAX_TEXT_CHARS) : '';
}
