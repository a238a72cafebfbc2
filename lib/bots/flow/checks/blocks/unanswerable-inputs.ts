import { isInputBlock } from '#lib/bots/document/block-types.ts';
import type { BotDocument } from '#lib/bots/document/bot-document.ts';
import { getBlocks } from '#lib/bots/flow/flow-graph.ts';
import type { FlowIssue } from '#lib/bots/flow/flow-issue.ts';
import { hasText } from '#lib/platform/json/has-text.ts';
import { isJsonObject, type JsonObject } from '#lib/platform/json/json-object.ts';

/** Finds inputs that nobody can answer, so that a chat never goes on, and items that nobody can choose. */
export function unanswerableInputs(document: BotDocument): FlowIssue[] {
  const variableIds = new Set(document.variables.map(({ id }) => id));
  return getBlocks(document).flatMap(({ block, path }): FlowIssue[] => {
    if (!isInputBlock(block)) return [];
    const options = isJsonObject(block.options) ? block.options : {};
    switch (block.type) {
      case 'choice input':
        return itemIssues(block, path, {
          isListed: isKnown(options.dynamicVariableId, variableIds),
          isChoosable: ({ content, value }) => hasText(content) || hasText(value),
          lacks: 'a text',
        });
      case 'picture choice input': {
        const { dynamicItems } = options;
        return itemIssues(block, path, {
          isListed:
            isJsonObject(dynamicItems) &&
            dynamicItems.isEnabled === true &&
            isKnown(dynamicItems.pictureSrcsVariableId, variableIds),
          isChoosable: ({ title, pictureSrc, value }) =>
            hasText(title) || hasText(pictureSrc) || hasText(value),
          lacks: 'a title or a picture',
        });
      }
      case 'cards':
        return itemIssues(block, path, {
          isListed: false,
          isChoosable: ({ title, paths }) => hasText(title) || hasButton(paths),
          lacks: 'a title or a button',
        });
      case 'number input':
        return boundIssues(options, path, { from: 'min', to: 'max' });
      case 'rating input':
        return boundIssues({ startsAt: 0, length: 10, ...options }, path, { from: 'startsAt', to: 'length' });
      default:
        return [];
    }
  });
}

type ItemRules = {
  /** Whether the items come from a variable. */
  isListed: boolean;
  isChoosable: (item: JsonObject) => boolean;
  /** The part without which an item cannot be chosen. */
  lacks: string;
};

function itemIssues(
  block: JsonObject,
  path: string,
  { isListed, isChoosable, lacks }: ItemRules,
): FlowIssue[] {
  if (isListed) return [];
  const items = Array.isArray(block.items) ? block.items : [];
  const issues = items.flatMap((item, index): FlowIssue[] => {
    const report = (message: string): FlowIssue[] => [
      { severity: 'warning', code: 'EMPTY_ITEM', path: `${path}.items[${index}]`, message },
    ];
    if (!isJsonObject(item) || typeof item.id !== 'string') {
      return report('is not shown, because it has no id; delete it, or give it one');
    }
    return isChoosable(item) ? [] : report(`cannot be chosen, because it does not have ${lacks}; enter one`);
  });
  if (issues.length < items.length) return issues;
  const message =
    items.length === 0
      ? 'has no items, so nobody can answer and the chat stops here; add some'
      : `has no items that can be chosen, so nobody can answer and the chat stops here; give each ${lacks}`;
  return [{ severity: 'error', code: 'NO_ITEMS', path: `${path}.items`, message }];
}

/** Reports bounds without any number between them. Bounds from variables are unknown. */
function boundIssues(
  options: JsonObject,
  path: string,
  { from, to }: { from: string; to: string },
): FlowIssue[] {
  const [least, most] = [toNumber(options[from]), toNumber(options[to])];
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

function isKnown(variableId: unknown, variableIds: ReadonlySet<unknown>): boolean {
  return typeof variableId === 'string' && variableIds.has(variableId);
}
