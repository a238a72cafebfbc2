import { CODE } from '#lib/blocks/logic/code.ts';
import type { BotDocument, Variable } from '#lib/bots/document/bot-document.ts';
import { visitValues } from '#lib/bots/flow/checks/values/values-in-block.ts';
import { isJsonObject, type JsonObject } from '#lib/platform/json/json-object.ts';
import { findNamesInScript } from './rename-in-texts.ts';

/** Something in a document that uses a variable. */
export type VariableUse = {
  /** Path in the document, such as `bot.groups[0].blocks[1].options.variableId`. */
  path: string;
  /** `id`: an option is the variable's id. `name`: a text mentions it, a script sets it, or a setting lists it. */
  by: 'id' | 'name';
  /** Ids of the group and the block, or of the event. Absent in theme and settings. */
  groupId?: string;
  blockId?: string;
  eventId?: string;
};

/** Keys whose values are ids of variables. */
const VARIABLE_KEY = /variableId$/i;

/** Ids in these never mention a variable, whatever they look like. */
const REFERENCE_KEYS = new Set(['id', 'outgoingEdgeId']);

/** Matches `{{Name}}`. */
const PLACEHOLDER = /\{\{([^{}]+)\}\}/g;

/** Lists what uses a variable, in the order of the document. Empty if it is not in the document. */
export function listVariableUses(document: BotDocument, variableId: string): VariableUse[] {
  const variable = document.variables.find(({ id }) => id === variableId);
  if (!variable) return [];
  const { events, groups, theme, settings } = document;
  return [
    ...(events ?? []).flatMap((event, index) => {
      return listUsesIn(event, `bot.events[${index}]`, variable).map((use) => ({
        ...use,
        eventId: event.id,
      }));
    }),
    ...groups.flatMap((group, groupIndex) =>
      group.blocks.flatMap((block, blockIndex) => {
        const uses = listUsesIn(block, `bot.groups[${groupIndex}].blocks[${blockIndex}]`, variable);
        const blockId = isJsonObject(block) && typeof block.id === 'string' ? block.id : undefined;
        const location = { groupId: group.id, ...(blockId !== undefined && { blockId }) };
        return uses.map((use) => ({ ...use, ...location }));
      }),
    ),
    ...listUsesIn(theme, 'bot.theme', variable),
    ...listUsesIn(settings, 'bot.settings', variable),
  ];
}

function listUsesIn(element: unknown, elementPath: string, { id, name }: Variable): VariableUse[] {
  const uses: VariableUse[] = [];
  const mention = `{{${name}}}`;
  const script = isJsonObject(element) && findNamesInScript(element).has(name);
  visitValues({ value: element, path: elementPath, field: '' }, ({ value, path, field }) => {
    if (typeof value !== 'string' || REFERENCE_KEYS.has(field)) return;
    if (VARIABLE_KEY.test(field)) {
      if (value === id) uses.push({ path, by: 'id' });
      return;
    }
    const isListed = field === 'prefillableVariables' && value === name;
    const isSet = script && path === `${elementPath}.options.content`;
    if (isListed || isSet || value.includes(mention)) uses.push({ path, by: 'name' });
  });
  return uses;
}

/** Returns the variables that some of the blocks use. */
export function findUsedVariables(blocks: readonly unknown[], variables: readonly Variable[]): Variable[] {
  const ids = new Set<string>();
  const names = new Set<string>();
  for (const block of blocks) {
    if (isJsonObject(block) && block.type === CODE.type) {
      for (const name of findNamesInScript(block)) names.add(name);
    }
    visitValues({ value: block, path: '', field: '' }, ({ value, field }) => {
      if (typeof value !== 'string') return;
      if (VARIABLE_KEY.test(field)) ids.add(value);
      else for (const [, name = ''] of value.matchAll(PLACEHOLDER)) names.add(name);
    });
  }
  return variables.filter(({ id, name }) => ids.has(id) || names.has(name));
}

/** Returns a block with other ids of variables. Returns the block itself if it has none of them. */
export function replaceVariableIds<T>(value: T, newIds: ReadonlyMap<string, string>, key = ''): T {
  if (typeof value === 'string') {
    return VARIABLE_KEY.test(key) ? ((newIds.get(value) ?? value) as T) : value;
  }
  if (Array.isArray(value)) {
    const list: unknown[] = value;
    const replaced = list.map((element) => replaceVariableIds(element, newIds, key));
    return replaced.every((element, index) => element === list[index]) ? value : (replaced as T);
  }
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value as JsonObject);
  const replaced = entries.map(([name, inner]) => [name, replaceVariableIds(inner, newIds, name)] as const);
  return replaced.every(([, inner], index) => inner === entries[index]?.[1])
    ? value
    : (Object.fromEntries(replaced) as T);
}
