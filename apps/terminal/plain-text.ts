import { getWidth, table } from './text-layout.ts';

/** Marks that change the direction of the text after them, and so could make it look like other text. */
const DIRECTION_MARKS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/**
 * Joins untrusted text to one line, and strips control characters and marks of direction. Anyone can name a bot.
 *
 * @example
 * oneLine('Opening\nhours'); // 'Opening hours'
 */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').replace(DIRECTION_MARKS, '');
}

/**
 * Formats a table whose cells are untrusted text.
 *
 * @param maxWidth of a line, as for `table`
 */
export function plainTable(head: string[], rows: string[][], maxWidth?: number): string {
  return table(
    head,
    rows.map((cells) => cells.map(oneLine)),
    maxWidth,
  );
}

/** Formats one `label  value` per line. Values may be untrusted text. */
export function formatFacts(facts: [label: string, value: string][]): string {
  const width = Math.max(...facts.map(([label]) => getWidth(label)));
  return facts.map(([label, value]) => `${label.padEnd(width)}  ${oneLine(value)}`).join('\n');
}

/** Formats a time to the minute: `2026-11-21 08:15`, in UTC. */
export function minute(isoTime: string): string {
  return new Date(isoTime).toISOString().slice(0, 16).replace('T', ' ');
}

/** Formats a count with its noun: `1 file`, `2 files`. */
export function formatCount(count: number, singular: string, plural = `${singular}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? singular : plural}`;
}
