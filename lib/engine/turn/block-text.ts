import type { Variables } from '#lib/engine/model/variables.ts';

/**
 * Returns an upper bound for the text that a block, or another part of a document, reads and produces, in
 * characters. Counts its own text, the values of its placeholders, and all values once more for fields that
 * name a variable. Infinity if there is no bound.
 */
export function maxTextChars(part: object, variables: Pick<Variables, 'chars' | 'setByName'>): number {
  const { chars, placeholders, hasCode } = getContents(part);
  // The result of code can have any length.
  if (hasCode || placeholders.length > MAX_PLACEHOLDERS) return Number.POSITIVE_INFINITY;
  let most = chars + variables.chars;
  for (const name of placeholders) most += maxValueChars(name, variables);
  return most;
}

function maxValueChars(name: string, variables: Pick<Variables, 'chars' | 'setByName'>): number {
  // The name is taken from JSON text, where a backslash starts an escape sequence.
  if (name.includes('\\')) return variables.chars;
  const value = variables.setByName(name)?.value;
  return typeof value === 'string' ? value.length : value ? variables.chars : 0;
}

/** Whether any text of the part contains a placeholder. */
export function hasPlaceholders(part: object): boolean {
  return getContents(part).mayHavePlaceholders;
}

/**
 * Some costs grow with the number of placeholders, even if their values are short. Blocks of real bots have
 * few.
 */
const MAX_PLACEHOLDERS = 100;

const PLACEHOLDER = /\{\{([^{}]+)\}\}/g;

type Contents = { chars: number; placeholders: string[]; mayHavePlaceholders: boolean; hasCode: boolean };

/** Caches by object: parts of a flow are immutable and cached themselves, so each is analyzed once. */
const known = new WeakMap<object, Contents>();

function getContents(part: object): Contents {
  const found = known.get(part);
  if (found) return found;
  const json = JSON.stringify(part);
  const contents = {
    chars: json.length,
    placeholders: Array.from(json.matchAll(PLACEHOLDER), ([, name = '']) => name),
    mayHavePlaceholders: json.includes('{{'),
    hasCode: json.includes('{{='),
  };
  known.set(part, contents);
  return contents;
}
