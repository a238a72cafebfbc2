import { DATE_INPUT } from '#lib/blocks/inputs/date-input.ts';
import { TIME_INPUT } from '#lib/blocks/inputs/time-input.ts';
import { SET_VARIABLE } from '#lib/blocks/logic/set-variable.ts';
import { isJsonObject, type JsonObject } from '#lib/platform/json/json-object.ts';
import type { DateFormat } from './written-date.ts';

/**
 * Maps the ids of variables that date and time inputs save to, to the formats of their values. A Set variable
 * block that only copies such a variable passes the formats on.
 */
export function dateFormatsByVariable(
  blocks: readonly JsonObject[],
  variables: readonly { id: string; name: string }[],
): Map<string, DateFormat[]> {
  const formats = new Map<string, DateFormat[]>();
  const add = (id: unknown, added: readonly DateFormat[]): boolean => {
    if (typeof id !== 'string') return false;
    const known = formats.get(id) ?? [];
    const fresh = added.filter((format) => !known.some((one) => isSame(one, format)));
    if (fresh.length > 0) formats.set(id, [...known, ...fresh]);
    return fresh.length > 0;
  };
  for (const block of blocks) {
    const format = getFormat(block);
    if (format && isJsonObject(block.options)) add(block.options.variableId, [format]);
  }
  if (formats.size === 0) return formats;
  const ids = new Map(variables.toReversed().map(({ id, name }) => [name, id]));
  const copies = blocks.flatMap((block) => getCopy(block, ids));
  // A copy may be copied again.
  for (let round = 0; round < MAX_COPIES; round += 1) {
    if (!copies.map(({ from, to }) => add(to, formats.get(from) ?? [])).includes(true)) break;
  }
  return formats;
}

const MAX_COPIES = 5;

function isSame(one: DateFormat, other: DateFormat): boolean {
  return one.pattern === other.pattern && one.separator === other.separator;
}

function getFormat({ type, options }: JsonObject): DateFormat | undefined {
  if (type !== DATE_INPUT.type && type !== TIME_INPUT.type) return undefined;
  const { format, hasTime, isRange, labels } = isJsonObject(options) ? options : {};
  const pattern = typeof format === 'string' && format !== '' ? format : undefined;
  if (type === TIME_INPUT.type) return { pattern: pattern ?? 'HH:mm' };
  const separator = isJsonObject(labels) && typeof labels.separator === 'string' ? labels.separator : '';
  return {
    pattern: pattern ?? (hasTime === true ? 'dd/MM/yyyy HH:mm' : 'dd/MM/yyyy'),
    ...(isRange === true && { separator: separator || 'to' }),
  };
}

function getCopy({ type, options }: JsonObject, ids: ReadonlyMap<string, string>) {
  if (type !== SET_VARIABLE.type || !isJsonObject(options)) return [];
  const { variableId, expressionToEvaluate } = options;
  if (typeof expressionToEvaluate !== 'string') return [];
  const from = ids.get(/^\{\{([^{}]+)\}\}$/.exec(expressionToEvaluate)?.[1] ?? '');
  return from === undefined ? [] : [{ from, to: variableId }];
}
