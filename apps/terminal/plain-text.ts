import { table } from './text-layout.ts';

/**
 * Joins untrusted text to one line and strips terminal control characters. Anyone can name a bot.
 *
 * @example
 * oneLine('Opening\nhours'); // 'Opening hours'
 */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ');
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

/** Formats a time to the minute: `2026-11-21 08:15`, in UTC. */
export function minute(isoTime: string): string {
  return new Date(isoTime).toISOString().slice(0, 16).replace('T', ' ');
}

/** Formats a count with its noun: `1 file`, `2 files`. */
export function formatCount(count: number, singular: string, plural = `${singular}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? singular : plural}`;
}
