import { escapeLoneBackslashes, type VariableValue } from './variable-value.ts';

/**
 * The parts of a variable's value that a respondent typed: all of it, or these texts. They are shown as typed,
 * while the rest of a value is read as Markdown. Only parts that Markdown could change are kept.
 */
export type TypedParts = true | TypedPart[];

/** A typed text. If a variable stores it differently, because of backslashes, both forms. */
export type TypedPart = string | { stored: string; typed: string };

/** Typed parts by variable id, as a session stores them. */
export type TypedPartsById = Record<string, TypedParts>;

/** A value that is mixed from more typed text than this counts as typed altogether. */
const MAX_PART_CHARS = 10_000;

/**
 * Matches any text that may be more than one paragraph of plain text: it contains a character that starts
 * inline Markdown, or a line that is empty, has leading or trailing spaces, or starts like a heading, list,
 * quote, fence or underline.
 */
const MAY_HAVE_SYNTAX = /[\\`*_[\]<&\0\r]|^(?:[\s#>+=~-]|\d+[.)]|$)|\s$/m;

export function mayBeMarkdown(text: string): boolean {
  return MAY_HAVE_SYNTAX.test(text);
}

/** Drops the parts that Markdown cannot change. Returns undefined if none is left. */
export function usefulParts(
  typed: TypedParts | undefined,
  value: VariableValue | undefined,
): TypedParts | undefined {
  if (typed === undefined) return undefined;
  const texts = textsOf(value);
  if (typed === true) return texts.some(mayBeMarkdown) || undefined;
  const parts = new Map(
    typed
      .map(withStoredForm)
      .filter((part) => mayBeMarkdown(storedForm(part)))
      .map((part) => [storedForm(part), part] as const),
  );
  if (parts.size === 0) return undefined;
  const chars = [...parts].reduce((sum, [stored]) => sum + stored.length, 0);
  const isWhole = texts.length === 1 && typeof parts.get(texts[0] ?? '') === 'string';
  return chars > MAX_PART_CHARS || isWhole ? true : [...parts.values()];
}

function withStoredForm(part: TypedPart): TypedPart {
  if (typeof part !== 'string') return part;
  const stored = escapeLoneBackslashes(part.toWellFormed());
  return stored === part ? part : { stored, typed: part.toWellFormed() };
}

export function storedForm(part: TypedPart): string {
  return typeof part === 'string' ? part : part.stored;
}

export function typedForm(part: TypedPart): string {
  return typeof part === 'string' ? part : part.typed;
}

/** The texts of a value: its elements if it is a list. */
export function textsOf(value: VariableValue | undefined): string[] {
  const elements = Array.isArray(value) ? value : [value];
  return elements.filter((element) => typeof element === 'string');
}

/** A piece of a value. `typed` is what a respondent typed there; absent for the rest. */
export type Piece = { text: string; typed?: string };

/** Splits a value's text at its typed parts. The longest part wins where several begin. */
export function splitAtParts(text: string, parts: readonly TypedPart[]): Piece[] {
  const longestFirst = parts
    .filter((part) => storedForm(part) !== '')
    .toSorted((a, b) => storedForm(b).length - storedForm(a).length);
  let pieces: Piece[] = [{ text }];
  for (const part of longestFirst) {
    const stored = storedForm(part);
    pieces = pieces.flatMap((piece) => {
      if (piece.typed !== undefined || !piece.text.includes(stored)) return [piece];
      return piece.text
        .split(stored)
        .flatMap((between, index): Piece[] => [
          ...(index > 0 ? [{ text: stored, typed: typedForm(part) }] : []),
          ...(between === '' ? [] : [{ text: between }]),
        ]);
    });
  }
  return pieces;
}

/** The typed parts of a value that more typed texts are added to. */
export function addedParts(
  typed: TypedParts | undefined,
  added: readonly TypedPart[],
): TypedParts | undefined {
  return typed === true ? true : [...(typed ?? []), ...added];
}

/** Returns the typed parts of a text that is taken from a value, such as an element of a list. */
export function takenParts(typed: TypedParts | undefined, text: string | null): TypedParts | undefined {
  if (typed === true || typed === undefined || text === null) return typed;
  return typed.filter((part) => storedForm(part) === text);
}

/** The typed parts of a value that a respondent, or a client for them, sends as a whole. */
export function typedTexts(value: unknown): TypedParts {
  if (typeof value === 'string') return [value];
  return Array.isArray(value) && value.every((element) => typeof element === 'string') ? value : true;
}
