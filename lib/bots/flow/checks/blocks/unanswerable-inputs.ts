import type { BlockItems, InputType } from '#lib/blocks/block-type.ts';
import { getInputType } from '#lib/blocks/input-types.ts';
import type { BotDocument } from '#lib/bots/document/bot-document.ts';
import { getBlocks } from '#lib/bots/flow/flow-graph.ts';
import type { FlowIssue } from '#lib/bots/flow/flow-issue.ts';
import { hasText } from '#lib/platform/json/has-text.ts';
import { isJsonObject, type JsonObject } from '#lib/platform/json/json-object.ts';
import { getValueAt } from '#lib/platform/json/value-at.ts';

/** Finds inputs that nobody can answer, so that a chat never goes on, and items that nobody can choose. */
export function unanswerableInputs(document: BotDocument): FlowIssue[] {
  const variableIds = new Set(document.variables.map(({ id }) => id));
  return getBlocks(document).flatMap(({ block, path }): FlowIssue[] => {
    const type = getInputType(block);
    const options = isJsonObject(block.options) ? block.options : {};
    if (type?.bounds) return boundIssues(options, path, type.bounds);
    if (!type?.items || isListed(options, type.items, variableIds)) return [];
    return itemIssues(block, path, type.items);
  });
}

/** Whether the items come from a variable. */
function isListed(options: JsonObject, { list }: BlockItems, variableIds: ReadonlySet<unknown>): boolean {
  if (!list || (list.enabledBy !== undefined && getValueAt(options, list.enabledBy) !== true)) return false;
  const variableId = getValueAt(options, list.variable);
  return typeof variableId === 'string' && variableIds.has(variableId);
}

function itemIssues(block: JsonObject, path: string, { chosenBy, hasButtons }: BlockItems): FlowIssue[] {
  if (!chosenBy) return [];
  const { fields, words } = chosenBy;
  const isChoosable = (item: JsonObject) =>
    fields.some((field) => hasText(item[field])) || (hasButtons === true && hasButton(item.paths));
  const items = Array.isArray(block.items) ? block.items : [];
  const issues = items.flatMap((item, index): FlowIssue[] => {
    const report = (message: string): FlowIssue[] => [
      { severity: 'warning', code: 'EMPTY_ITEM', path: `${path}.items[${index}]`, message },
    ];
    if (!isJsonObject(item) || typeof item.id !== 'string') {
      return report('is not shown, because it has no id; delete it, or give it one');
    }
    return isChoosable(item) ? [] : report(`cannot be chosen, because it does not have ${words}; enter one`);
  });
  if (issues.length < items.length) return issues;
  const message =
    items.length === 0
      ? 'has no items, so nobody can answer and the chat stops here; add some'
      : `has no items that can be chosen, so nobody can answer and the chat stops here; give each ${words}`;
  return [{ severity: 'error', code: 'NO_ITEMS', path: `${path}.items`, message }];
}

/** Reports bounds without any number between them. Bounds from variables are unknown. */
function boundIssues(
  options: JsonObject,
  path: string,
  { from, to, standard }: NonNullable<InputType['bounds']>,
): FlowIssue[] {
  const given = standard ? { [from]: standard.from, [to]: standard.to, ...options } : options;
  const [least, most] = [toNumber(given[from]), toNumber(given[to])];
  if (least === undefined || most === undefined || least <= most) return [];
  return [
    {
      severity: 'error',
      code: 'NO_VALID_ANSWER',
      path: `${path}.options.${from}`,
      message: `is above ${to}, so no answer is accepted and the chat stops here; change one of them`,
    },
  ];
}

/** Reads a bound as chats do: the number at the start of a text. Undefined if a variable is in it. */
function toNumber(value: unknown): number | undefined {
  if (typeof value === 'string') {
    return value.includes('{{') ? undefined : toNumber(Number.parseFloat(value.replace(',', '.')));
  }
  return typeof value === 'number' && !Number.isNaN(value) ? value : undefined;
}

function hasButton(paths: unknown): boolean {
  return Array.isArray(paths) && paths.some((path) => isJsonObject(path) && typeof path.id === 'string');
}
