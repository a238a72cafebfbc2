import { stringEnd } from './string-end.ts';

/** A number of a JSON text that JavaScript does not hold as it was written. */
export type RoundedNumber = { path: PropertyKey[]; written: string; kept: number };

/**
 * Somewhere in each number that can be rounded: 16 digits in a row, or an exponent. Strings hold such texts, too. Nothing in it
 * repeats without end, for V8 keeps a place on its stack for each repetition, and a body can be one number of 6 MB.
 */
const HINT = /\d[\d.]{15}|\d[eE][+-]?\d/g;
const IN_NUMBER = /[\d.eE+-]/;

/** A document is broken in thousands of places at most once; nobody reads about all of them. */
const MAX_FOUND = 1_000;

/**
 * The numbers of a JSON text that JSON.parse rounds, in their order: integers beyond 2^53, decimals of more digits than a
 * double has, and what is so small that it becomes 0. The text is only walked when there is one.
 *
 * @param text valid JSON
 */
export function roundedNumbers(text: string): RoundedNumber[] {
  const candidates: { start: number; written: string }[] = [];
  const hint = new RegExp(HINT);
  for (let match = hint.exec(text), before = 0; match; match = hint.exec(text)) {
    let start = match.index;
    while (start > before && IN_NUMBER.test(text[start - 1] ?? '')) start--;
    let end = hint.lastIndex;
    while (IN_NUMBER.test(text[end] ?? '')) end++;
    const written = text.slice(start, end);
    if (isRounded(written)) candidates.push({ start, written });
    if (candidates.length > MAX_FOUND) break;
    hint.lastIndex = end;
    before = end;
  }
  return candidates.length === 0 ? [] : placed(candidates, text);
}

/** A number of 17 digits tells every double from the others, so no decimal of so many was cut off. */
const DIGITS_OF_A_DOUBLE = 17;

const MAX_COMPARED_CHARS = 1_000;

function isRounded(written: string): boolean {
  const kept = Number(written);
  // NaN for what is part of a string. Infinity is refused elsewhere.
  if (!Number.isFinite(kept) || String(kept) === written) return false;
  // No double is written so long, but by somebody who means to.
  if (written.length > MAX_COMPARED_CHARS) return true;
  const [before, after] = [toDecimal(written), toDecimal(String(kept))];
  if (!before || !after || (before.digits === after.digits && before.exponent === after.exponent))
    return false;
  return after.digits === '' || before.exponent >= 0 || before.digits.length > DIGITS_OF_A_DOUBLE;
}

type Decimal = { digits: string; exponent: number };

const NUMBER = /^-?(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

/** `-120.50e3` → digits 1205, exponent 2: without zeros at either end, and none at all for 0. */
function toDecimal(number: string): Decimal | undefined {
  const [, whole, fraction = '', exponent = '0'] = NUMBER.exec(number) ?? [];
  if (whole === undefined) return undefined;
  const all = whole + fraction;
  let start = 0;
  while (all[start] === '0') start++;
  let end = all.length;
  while (end > start && all[end - 1] === '0') end--;
  const digits = all.slice(start, end);
  return { digits, exponent: digits === '' ? 0 : Number(exponent) - fraction.length + (all.length - end) };
}

/** Where the walk is inside a container: the key whose value comes next, or the index. */
type Level = { isList: boolean; index: number; key: { start: number; end: number } | undefined };

/** The candidates that are numbers, and not part of a string, with their paths. */
function placed(candidates: { start: number; written: string }[], text: string): RoundedNumber[] {
  const found: RoundedNumber[] = [];
  const levels: Level[] = [];
  let next = 0;
  for (let place = 0; place < text.length && next < candidates.length; place++) {
    const candidate = candidates[next];
    if (candidate?.start === place) {
      const path = levels.map((level) => toSegment(level, text));
      found.push({ path, written: candidate.written, kept: Number(candidate.written) });
      next++;
    }
    const level = levels.at(-1);
    switch (text[place]) {
      case '"': {
        const end = stringEnd(text, place);
        if (end < 0) return found;
        if (level && !level.isList && !level.key) level.key = { start: place, end: end + 1 };
        place = end;
        while ((candidates[next]?.start ?? Number.POSITIVE_INFINITY) < end) next++;
        break;
      }
      case '{':
      case '[':
        levels.push({ isList: text[place] === '[', index: 0, key: undefined });
        break;
      case '}':
      case ']':
        levels.pop();
        break;
      case ',':
        if (level) Object.assign(level, { index: level.index + 1, key: undefined });
        break;
    }
  }
  return found;
}

function toSegment({ isList, index, key }: Level, text: string): PropertyKey {
  return isList || !key ? index : (JSON.parse(text.slice(key.start, key.end)) as string);
}
