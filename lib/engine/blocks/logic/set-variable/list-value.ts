import type { VariableValue } from '#lib/engine/model/variable-value.ts';

/** Appends an item to a list. Any other value is wrapped in a list first. */
export function appendedList(current: VariableValue | undefined, item: string): (string | null)[] {
  if (current === undefined || current === null) return [item];
  return Array.isArray(current) ? [...current, item] : [current, item];
}

/**
 * Removes an item from either end of a list and returns it with the rest. A string is treated as a list of
 * one.
 */
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

/** Returns the element at the index that an item has in another list. Null if either is missing. */
export function itemAtSameIndex(
  item: VariableValue | undefined,
  list: VariableValue | undefined,
  target: VariableValue | undefined,
): string | null {
  if (typeof item !== 'string' || !Array.isArray(list) || !Array.isArray(target)) return null;
  const index = list.indexOf(item);
  return index === -1 ? null : (target[index] ?? null);
}
