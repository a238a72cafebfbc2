/** UTC date of an ISO time: `2026-11-21`. */
export function day(isoTime: string): string {
  return isoTime.slice(0, 10);
}

/** Formats columns as wide as their widest cell, two spaces apart. */
export function table(head: string[], rows: string[][]): string {
  const lines = [head, ...rows];
  const widths = head.map((_, column) => Math.max(...lines.map((line) => getWidth(line[column] ?? ''))));
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell + ' '.repeat((widths[column] ?? 0) - getWidth(cell)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** Formats one `label  value` per line. */
export function labelled(facts: [label: string, value: string][]): string {
  const width = Math.max(...facts.map(([label]) => getWidth(label)));
  return facts.map(([label, value]) => `${label.padEnd(width)}  ${value}`).join('\n');
}

function getWidth(text: string): number {
  return [...text].length;
}
