import { table } from './text-layout.ts';

/**
 * Text from elsewhere, on one line and without characters that a terminal would take for a command. Names of
 * bots are written by people, possibly by malicious ones.
 */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ');
}

/** Columns of cells that may hold any text. */
export function plainTable(head: string[], rows: string[][]): string {
  return table(
    head,
    rows.map((cells) => cells.map(oneLine)),
  );
}

/** `2026-11-21 08:15`, in UTC. */
export function minute(isoTime: string): string {
  return new Date(isoTime).toISOString().slice(0, 16).replace('T', ' ');
}

/** `1 file`, `2 files`. */
export function counted(count: number, singular: string, plural = `${singular}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? singular : plural}`;
}
