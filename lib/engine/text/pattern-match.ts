import { withinTime } from '#lib/engine/model/time-limit.ts';

/**
 * Time limit for all texts and patterns of one comparison. The pattern comes from the bot's author and the
 * text from a respondent, and some pairs take exponential time. 100 ms is a thousand times what a sane
 * pattern needs.
 */
const MAX_MATCH_MS = 100;

const DELIMITED = /^\/(?<source>.+)\/(?<flags>[gimuy]*)$/s;

/** Whether a text matches a pattern. */
export type PatternMatches = (text: string, pattern: string) => boolean;

/**
 * Answers a question about texts and regular expressions, which are written as `a+` or `/a+/i`.
 *
 * @returns undefined if a pattern is invalid, or if matching took too long
 */
export function askPatterns(question: (matches: PatternMatches) => boolean): boolean | undefined {
  const compiled = new Map<string, RegExp>();
  const matches: PatternMatches = (text, pattern) => {
    const regex = compiled.get(pattern) ?? toRegExp(pattern);
    compiled.set(pattern, regex);
    // With the flags "g" and "y" it would continue where it last stopped.
    regex.lastIndex = 0;
    return regex.test(text);
  };
  try {
    return withinTime(MAX_MATCH_MS, () => question(matches))?.value;
  } catch {
    // The pattern is invalid or too large to compile.
    return undefined;
  }
}

function toRegExp(pattern: string): RegExp {
  const { source, flags } = DELIMITED.exec(pattern)?.groups ?? {};
  return source === undefined ? new RegExp(pattern) : new RegExp(source, flags);
}
