import { ENOUGH_ISSUES, type Issue, ServiceError } from '#lib/platform/errors/service-error.ts';
import { parseJson } from '#lib/platform/json/parse-json.ts';

/** Reads bodies that are NDJSON. */
export type LinesReader = {
  /** The field whose entries the lines are. */
  field: string;
  /**
   * Parses lines. Empty ones are skipped.
   *
   * @throws BAD_REQUEST with the first lines that are not JSON
   */
  parse(text: string): ParsedLines;
};

/** The body, and a function that adds the line to each issue of a validation error. Other errors stay as they are. */
export type ParsedLines = { body: Record<string, unknown[]>; addLineNumbers(error: unknown): unknown };

type LinesOptions = {
  field: string;
  /** Recognizes a last line that only says that the file is complete. */
  isEnd(entry: unknown): boolean;
};

/** Creates the reader of a contract. Only the contract imports this module, so other bundles lack it. */
export function createLinesReader({ field, isEnd }: LinesOptions): LinesReader {
  return { field, parse: (text) => parseLines(text, field, isEnd) };
}

function parseLines(text: string, field: string, isEnd: LinesOptions['isEnd']): ParsedLines {
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
  return { body: { [field]: entries }, addLineNumbers: (error) => withLineNumbers(error, field, lines) };
}

/** @param lines numbers of the lines that the entries come from, starting at 1 */
function withLineNumbers(error: unknown, field: string, lines: readonly number[]): unknown {
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
