import { ENOUGH_ISSUES, type Issue, ServiceError } from '#lib/platform/errors/service-error.ts';
import { parseJson } from '#lib/platform/json/parse-json.ts';

/** Conversion of lines to a body: see `linesOf` of a contract. */
export type LinesOf = { field: string; isEnd(entry: unknown): boolean };

/** Numbers of the lines that the entries of a body come from, starting at 1. */
export type LineNumbers = { field: string; lines: number[] };

/**
 * Parses NDJSON. Empty lines are skipped.
 *
 * @throws BAD_REQUEST with the first lines that are not JSON
 */
export function parseLines(
  text: string,
  { field, isEnd }: LinesOf,
): { body: Record<string, unknown[]>; numbers: LineNumbers } {
  const entries: unknown[] = [];
  const lines: number[] = [];
  const issues: Issue[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    try {
      entries.push(parseJson(line));
      lines.push(index + 1);
    } catch (error) {
      const position = /position \d+/.exec(String((error as Error).message))?.[0];
      const message = `Line ${index + 1}: not valid JSON${position === undefined ? '' : ` at ${position}`}`;
      issues.push({ path: `${field}[${entries.length + issues.length}]`, message });
      if (issues.length >= ENOUGH_ISSUES) break;
    }
  }
  const [first] = issues;
  if (first) throw new ServiceError('BAD_REQUEST', first.message, { issues });
  if (isEnd(entries.at(-1))) entries.pop();
  return { body: { [field]: entries }, numbers: { field, lines } };
}

/** Adds the line to each issue of a body that was NDJSON. Other errors stay as they are. */
export function withLineNumbers(error: unknown, { field, lines }: LineNumbers): unknown {
  if (!(error instanceof ServiceError) || !error.issues) return error;
  const lineOf = ({ path }: Issue) => {
    const index = path.startsWith(`${field}[`) ? Number.parseInt(path.slice(field.length + 1), 10) : -1;
    return lines[index] === undefined ? '' : `Line ${lines[index]}: `;
  };
  const [first] = error.issues;
  return new ServiceError(error.code, `${first ? lineOf(first) : ''}${error.message}`, {
    issues: error.issues.map((issue) => ({ ...issue, message: `${lineOf(issue)}${issue.message}` })),
  });
}
