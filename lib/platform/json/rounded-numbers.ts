import { stringEnd } from './string-end.ts';

/** A number in JSON text that JavaScript cannot represent exactly. */
export type RoundedNumber = { path: PropertyKey[]; written: string; kept: number };

/**
 * Matches part of every number that can be rounded: 16 digits in a row, or an exponent. Strings can match too.
 * The pattern has no unbounded repetition, because V8 uses stack for each iteration and a body can be a single
 * number of 6 MB.
 */
const HINT = /\d[\d.]{15}|\d[eE][+-]?\d/g;
const IN_NUMBER = /[\d.eE+-]/;

/**
 * Maximum number of results. Documents rarely have more such numbers, and nobody would read so many warnings.
 */
const MAX_FOUND = 1_000;

/**
 * Returns the numbers that JSON.parse rounds, in order: integers beyond 2^53, decimals with more digits than a
 * double holds, and numbers so small that they become 0. The text is only scanned if it may contain one.
 *
 * @param text valid JSON
 */
export function findRoundedNumbers(text: string): RoundedNumber[] {
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
  return candidates.length === 0 ? [] : placeNumbers(candidates, text);
}

/** 17 significant digits identify every double, so a decimal with at most that many has lost none. */
const DIGITS_OF_A_DOUBLE = 17;

const MAX_COMPARED_CHARS = 1_000;

function isRounded(written: string): boolean {
  const kept = Number(written);
  // NaN means that the match is part of a string. Infinity is refused elsewhere.
  if (!Number.isFinite(kept) || String(kept) === written) return false;
  // A number this long always has more digits than a double keeps.
  if (written.length > MAX_COMPARED_CHARS) return true;
  const [before, after] = [toDecimal(written), toDecimal(String(kept))];
  if (!before || !after || (before.digits === after.digits && before.exponent === after.exponent))
    return false;
  return after.digits === '' || before.exponent >= 0 || before.digits.length > DIGITS_OF_A_DOUBLE;
}

type Decimal = { digits: string; exponent: number };

const NUMBER = /^-?(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

/** `-120.50e3` → digits 1205, exponent 2. The digits have no leading or trailing zeros and are empty for 0. */
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

/** Position inside a container: the key of the next value, or its index. */
type Level = { isList: boolean; index: number; key: { start: number; end: number } | undefined };

/** Keeps the candidates that are numbers rather than parts of strings, and adds their paths. */
function placeNumbers(candidates: { start: number; written: string }[], text: string): RoundedNumber[] {
  const found: RoundedNumber[] = [];
  const levels: Level[] = [];
  let next = 0;
  for (let position = 0; position < text.length && next < candidates.length; position++) {
    const candidate = candidates[next];
    if (candidate?.start === position) {
      const path = levels.map((level) => toSegment(level, text));
      found.push({ path, written: candidate.written, kept: Number(candidate.written) });
      next++;
    }
    const level = levels.at(-1);
    switch (text[position]) {
      case '"': {
        const end = stringEnd(text, position);
        if (end < 0) return found;
        if (level && !level.isList && !level.key) level.key = { start: position, end: end + 1 };
        position = end;
        while ((candidates[next]?.start ?? Number.POSITIVE_INFINITY) < end) next++;
        break;
      }
      case '{':
      case '[':
        levels.push({ isList: text[position] === '[', index: 0, key: undefined });
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
