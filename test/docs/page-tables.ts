/** A row of a table in a page, by the names of its columns. */
export type PageRow = Map<string, string>;

/** Returns the rows of the first table under a heading, keyed by their first column. */
export function tableUnder(page: string, heading: string): Map<string, PageRow> {
  const section = page.split(/^## /m).find((part) => part.startsWith(`${heading}\n`));
  const lines = section?.match(/^\|.*\|$(\n^\|.*\|$)*/m)?.[0].split('\n') ?? [];
  const parseCells = (line: string) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim());
  const [head = [], , ...rows] = lines.map(parseCells);
  return new Map(
    rows.map((cells) => [cells[0] ?? '', new Map(head.map((name, index) => [name, cells[index] ?? '']))]),
  );
}

/** Parses `10,000` as 10000 and an empty cell as 0. */
export function numberIn(row: PageRow | undefined, column: string): number {
  const text = row?.get(column);
  if (text === undefined) throw new Error(`There is no column ${column}`);
  return Number(text.replaceAll(',', ''));
}
