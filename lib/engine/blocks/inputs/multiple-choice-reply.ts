import type { Choice } from './choice.ts';

/**
 * Finds the choices mentioned in a text, in their original order: by id, value, label, or position counted
 * from 1. Any text in between is ignored: "1 and Second, id3". Longest matches first, and matched text is
 * removed, so that "Red wine" does not also match "Red".
 */
export function matchMultipleChoice(text: string, choices: readonly Choice[]): Choice[] {
  const named = new Set<Choice>();
  const words = new Set(toWords(text));
  let rest = text;
  let searchedChars = 0;
  const take = (choice: Choice, phrase: string | undefined) => {
    // Most phrases of a long list do not occur, and this check is far cheaper than a search.
    if (!phrase || !toWords(phrase).every((word) => words.has(word))) return;
    searchedChars += rest.length;
    if (searchedChars > MAX_SEARCHED_CHARS) return;
    const pattern = phrasePattern(phrase);
    const left = pattern ? rest.replace(pattern, TAKEN) : rest;
    if (left === rest) return;
    rest = left;
    // A choice without a value or a label cannot be stored.
    if (choice.value || choice.label?.trim()) named.add(choice);
  };
  for (const choice of longestFirst(choices, ({ id }) => id)) take(choice, choice.id);
  for (const choice of longestFirst(choices, ({ value }) => value)) take(choice, choice.value);
  for (const choice of longestFirst(choices, ({ label }) => label)) take(choice, choice.label);
  for (const [index, choice] of choices.entries()) take(choice, String(index + 1));
  return choices.filter((choice) => named.has(choice));
}

/**
 * Limit for all searches together. A variable can hold very many choices and the reply can be just as long,
 * in which case matching would take minutes. A few hundred choices, all selected, stay below it.
 */
const MAX_SEARCHED_CHARS = 5_000_000;

/**
 * Case-folds a text. Both conversions are needed, because case-insensitive patterns match more pairs of
 * letters than either of them alone.
 */
function toWords(text: string): string[] {
  return (
    text
      .toLowerCase()
      .toUpperCase()
      .match(/[\p{L}\p{M}\p{N}_]+/gu) ?? []
  );
}

/** Replaces matched text. Neither a word character nor whitespace, so adjacent texts stay separate. */
const TAKEN = '\0';

/** Matches a phrase as whole words, ignoring case and treating any whitespace as equal. */
function phrasePattern(phrase: string): RegExp | undefined {
  const words = phrase.trim().split(/\s+/).map(escapeForPattern);
  if (words[0] === '') return undefined;
  return new RegExp(
    String.raw`(?<![\p{L}\p{M}\p{N}_])${words.join(String.raw`\s+`)}(?![\p{L}\p{M}\p{N}_])`,
    'giu',
  );
}

function escapeForPattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
}

function longestFirst(
  choices: readonly Choice[],
  getPhrase: (choice: Choice) => string | undefined,
): Choice[] {
  return choices.toSorted((one, other) => (getPhrase(other)?.length ?? 0) - (getPhrase(one)?.length ?? 0));
}
