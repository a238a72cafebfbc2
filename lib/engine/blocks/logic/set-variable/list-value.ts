import type { VariableValue } from '#lib/engine/model/variable-value.ts';

/** A list with one more item. A value that is not a list yet becomes its first item. */
export function appendedList(current: VariableValue | undefined, item: string): (string | null)[] {
  if (current === undefined || current === null) return [item];
  return Array.isArray(current) ? [...current, item] : [current, item];
}

/** The rest of a list, and what was taken off one of its ends. A text is a list of one. */
export function shortenedList(
  current: VariableValue | undefined,
  end: 'Pop' | 'Shift',
): { rest: (string | null)[] | null; taken: string | null } {
  if (current === undefined || current === null) return { rest: null, taken: null };
  if (!Array.isArray(current)) return { rest: [], taken: current };
  return end === 'Pop'
    ? { rest: current.slice(0, -1), taken: current.at(-1) ?? null }
    : { rest: current.slice(1), taken: current[0] ?? null };
}

/** The element of one list at the place that an item has in another. Null if any of them is missing. */
export function itemAtSameIndex(
  item: VariableValue | undefined,
  list: VariableValue | undefined,
  target: VariableValue | undefined,
): string | null {
  if (typeof item !== 'string' || !Array.isArray(list) || !Array.isArray(target)) return null;
  const index = list.indexOf(item);
  return index === -1 ? null : (target[index] ?? null);
}
