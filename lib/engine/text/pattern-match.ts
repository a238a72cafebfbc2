import { withinTime } from '#lib/engine/model/time-limit.ts';

/**
 * For all texts and patterns of one comparison. A pattern of the bot's author meets the text of a respondent, and some
 * pairs take exponential time: 100 ms is a thousand times what a sane one needs.
 */
const MAX_MATCH_MS = 100;

const DELIMITED = /^\/(?<source>.+)\/(?<flags>[gimuy]*)$/s;

/** Which of some patterns matches which of some texts. */
export type PatternMatches = (text: string, pattern: string) => boolean;

/**
 * Answers a question about texts and regular expressions, the latter written as `a+` or `/a+/i`.
 *
 * @returns undefined when a pattern that was asked for is none, or when matching took too long
 */
export function askPatterns(question: (matches: PatternMatches) => boolean): boolean | undefined {
  const compiled = new Map<string, RegExp>();
  const matches: PatternMatches = (text, pattern) => {
    const regex = compiled.get(pattern) ?? toRegExp(pattern);
    compiled.set(pattern, regex);
    // Flags "g" and "y" would have it go on where it last stopped.
    regex.lastIndex = 0;
    return regex.test(text);
  };
  try {
    return withinTime(MAX_MATCH_MS, () => question(matches))?.value;
  } catch {
    // A pattern that does not parse, or one too large to compile.
    return undefined;
  }
}

function toRegExp(pattern: string): RegExp {
  const { source, flags } = DELIMITED.exec(pattern)?.groups ?? {};
  return source === undefined ? new RegExp(pattern) : new RegExp(source, flags);
}
