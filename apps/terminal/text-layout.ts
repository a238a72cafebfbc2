import { coloured } from './colour.ts';

/** UTC date of an ISO time: `2026-11-21`. */
export function day(isoTime: string): string {
  return isoTime.slice(0, 10);
}

const GAP = '  ';

/** A last column that is cut further says nothing. The line is broken by the terminal then. */
const MIN_LAST_WIDTH = 10;

/**
 * Formats columns as wide as their widest cell, two spaces apart, under a heading. The last column is cut where the
 * line would become too long.
 *
 * @param maxWidth of a line, in characters. Not for tables whose last column has ids
 */
export function table(head: string[], rows: string[][], maxWidth = Number.POSITIVE_INFINITY): string {
  const lines = cutLast([head, ...rows], maxWidth);
  const widths = head.map((_, column) => Math.max(...lines.map((line) => getWidth(line[column] ?? ''))));
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell + ' '.repeat((widths[column] ?? 0) - getWidth(cell)))
        .join(GAP)
        .trimEnd(),
    )
    .map((line, index) => (index === 0 ? coloured('heading', line) : line))
    .join('\n');
}

/** Returns the width of the terminal, in characters. Infinite in a pipe or a file, where nothing should be cut. */
export function terminalWidth(): number {
  return (process.stdout.isTTY && process.stdout.columns) || Number.POSITIVE_INFINITY;
}

function cutLast(lines: string[][], maxWidth: number): string[][] {
  const last = Math.max(...lines.map((line) => line.length)) - 1;
  const before = Array.from({ length: last }, (_, column) =>
    Math.max(...lines.map((line) => getWidth(line[column] ?? ''))),
  );
  const room = maxWidth - before.reduce((sum, width) => sum + width + GAP.length, 0);
  if (room < MIN_LAST_WIDTH) return lines;
  return lines.map((line) =>
    line.map((cell, column) =>
      column === last && getWidth(cell) > room ? `${[...cell].slice(0, room - 1).join('')}…` : cell,
    ),
  );
}

/** Returns the number of characters, as a terminal counts columns. */
export function getWidth(text: string): number {
  return [...text].length;
}
