import type { Choice } from './choice.ts';

/**
 * The choices that a text names, in their own order: by ids, by values, by labels, then by positions counted
 * from 1. The text between them does not matter: "1 and Second, id3". What was found is removed from the text
 * before the next search, the longest first, so that "Red wine" does not name "Red" as well.
 */
export function matchMultipleChoice(text: string, choices: readonly Choice[]): Choice[] {
  const named = new Set<Choice>();
  const words = new Set(toWords(text));
  let rest = text;
  let searchedChars = 0;
  const take = (choice: Choice, phrase: string | undefined) => {
    // Most phrases of a long list are not there at all, and checking that is far quicker than a search.
    if (!phrase || !toWords(phrase).every((word) => words.has(word))) return;
    searchedChars += rest.length;
    if (searchedChars > MAX_SEARCHED_CHARS) return;
    const pattern = phrasePattern(phrase);
    const left = pattern ? rest.replace(pattern, TAKEN) : rest;
    if (left === rest) return;
    rest = left;
    // Without a value or a label there is nothing to store.
    if (choice.value || choice.label?.trim()) named.add(choice);
  };
  for (const choice of longestFirst(choices, ({ id }) => id)) take(choice, choice.id);
  for (const choice of longestFirst(choices, ({ value }) => value)) take(choice, choice.value);
  for (const choice of longestFirst(choices, ({ label }) => label)) take(choice, choice.label);
  for (const [index, choice] of choices.entries()) take(choice, String(index + 1));
  return choices.filter((choice) => named.has(choice));
}

/**
 * Limit for all searches together. There can be as many choices as a variable holds, and the reply can be as
 * long. Without a limit, both together take minutes. A few hundred choices, all of them chosen, are within
 * it.
 */
const MAX_SEARCHED_CHARS = 5_000_000;

/**
 * In the same case for every word. Both conversions are needed, because a pattern that ignores case knows
 * more pairs of letters than either of them alone.
 */
function toWords(text: string): string[] {
  return (
    text
      .toLowerCase()
      .toUpperCase()
      .match(/[\p{L}\p{M}\p{N}_]+/gu) ?? []
  );
}

/**
 * Replaces what was found. It is neither part of a word nor white space, so the texts around it stay apart.
 */
const TAKEN = '\0';

/** Finds a phrase as whole words, whatever their case and whatever white space is between them. */
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
  phraseOf: (choice: Choice) => string | undefined,
): Choice[] {
  return choices.toSorted((one, other) => (phraseOf(other)?.length ?? 0) - (phraseOf(one)?.length ?? 0));
}
