import type { Named } from './named.ts';

/** Longest list of suggestions. */
const MAX_FOUND = 50;

/** A name of a variable that is being typed in a text. */
export type OpenName = {
  /** Position of `{{`. */
  start: number;
  typed: string;
};

/** Finds the `{{` before the caret that has no `}}` yet. */
export function findOpenName(text: string, caret: number): OpenName | undefined {
  const before = text.slice(0, caret);
  const start = before.lastIndexOf('{{');
  if (start === -1) return undefined;
  const typed = before.slice(start + 2);
  return /[{}\n]/.test(typed) ? undefined : { start, typed };
}

/** Completes a name. Returns the text, and where the caret goes. */
export function completeName(
  text: string,
  caret: number,
  { start }: OpenName,
  name: string,
): { text: string; caret: number } {
  const after = text.slice(caret).replace(/^\}\}/, '');
  const head = `${text.slice(0, start)}{{${name}}}`;
  return { text: head + after, caret: head.length };
}

/** Finds by a part of the name: first those that begin with it. */
export function findByName<T extends Named>(candidates: readonly T[], typed: string): T[] {
  const wanted = typed.trim().toLocaleLowerCase();
  const matches = candidates
    .map((candidate) => ({ candidate, at: candidate.name.toLocaleLowerCase().indexOf(wanted) }))
    .filter(({ at }) => at !== -1);
  return matches
    .toSorted((a, b) => Math.min(a.at, 1) - Math.min(b.at, 1))
    .slice(0, MAX_FOUND)
    .map(({ candidate }) => candidate);
}
