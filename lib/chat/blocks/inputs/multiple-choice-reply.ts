import type { Choice } from './choice-reply.ts';

/**
 * The choices that a text names, in their own order: by ids, by values, by labels, then by positions counted from 1.
 * Whatever stands between them does not matter: "1 and Second, id3". What was found is taken out of the text before
 * the next is looked for, the longest first, so that "Red wine" does not name "Red" as well.
 */
export function matchMultipleChoice(text: string, choices: readonly Choice[]): Choice[] {
  const named = new Set<Choice>();
  let rest = text;
  const take = (choice: Choice, phrase: string | undefined) => {
    const pattern = phrasePattern(phrase ?? '');
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

/** Stands where something was found: neither part of a word nor white space, so that what is around it stays apart. */
const TAKEN = '\0';

/** Finds a phrase as whole words, whatever their case and the white space between them. */
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
