import { withinTime } from '#lib/engine/model/time-limit.ts';
import { countMatchingSteps } from './pattern-cost.ts';

/**
 * Time limit for all pattern matching in one comparison. Authors write the patterns and respondents the text,
 * and some pairs take exponential time. 100 ms is a thousand times what a sane pattern needs.
 */
const MAX_MATCH_MS = 100;

/**
 * Maximum steps of all matching in a comparison that take less than a millisecond and therefore need no time
 * limit. Typical patterns and replies take a few thousand.
 */
const MAX_UNLIMITED_STEPS = 100_000;

/** Maximum number of texts times patterns for which steps are counted, because counting takes time too. */
const MAX_COUNTED_PAIRS = 100;

const DELIMITED = /^\/(?<source>.+)\/(?<flags>[gimuy]*)$/s;

export type PatternMatches = (text: string, pattern: string) => boolean;

type Candidates = { texts: readonly (string | null)[]; patterns: readonly (string | null)[] };

/**
 * Calls `question` with a function that matches the texts against the regular expressions, which are written as
 * `a+` or `/a+/i`.
 *
 * @returns undefined if a pattern is invalid or matching takes too long
 */
export function askPatterns(
  candidates: Candidates,
  question: (matches: PatternMatches) => boolean,
): boolean | undefined {
  const compiled = new Map<string, RegExp>();
  const matches: PatternMatches = (text, pattern) => {
    const regex = compiled.get(pattern) ?? toRegExp(pattern);
    compiled.set(pattern, regex);
    // With the "g" or "y" flag, the regex would resume after its last match.
    regex.lastIndex = 0;
    return regex.test(text);
  };
  try {
    return mostSteps(candidates) <= MAX_UNLIMITED_STEPS
      ? question(matches)
      : withinTime(MAX_MATCH_MS, () => question(matches))?.value;
  } catch {
    // The pattern is invalid or too large to compile.
    return undefined;
  }
}

/** Whether the pattern can be compiled. */
export function isValidPattern(pattern: string): boolean {
  try {
    toRegExp(pattern);
    return true;
  } catch {
    return false;
  }
}

function mostSteps({ texts, patterns }: Candidates): number {
  if (texts.length * patterns.length > MAX_COUNTED_PAIRS) return Number.POSITIVE_INFINITY;
  let steps = 0;
  for (const pattern of patterns) {
    const { source, flags } = patternParts(pattern ?? '');
    for (const text of texts) steps += countMatchingSteps(source, flags, text?.length ?? 0);
  }
  return steps;
}

function toRegExp(pattern: string): RegExp {
  const { source, flags } = patternParts(pattern);
  return new RegExp(source, flags);
}

function patternParts(pattern: string): { source: string; flags: string } {
  const { source = pattern, flags = '' } = DELIMITED.exec(pattern)?.groups ?? {};
  return { source, flags };
}
