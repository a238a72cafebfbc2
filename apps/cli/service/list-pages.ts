import type { Command } from 'commander';
import { quoteWord } from '#apps/terminal/shell-word.ts';

export type ListOptions = { limit?: string; cursor?: string; all?: true };

type Page<Name extends string, T> = { [_ in Name]: T[] } & { nextCursor?: string | undefined };

/** Adds `--limit`, `--cursor` and `--all` to a list command. */
export function withPages(command: Command): Command {
  return command
    .option('--limit <number>', 'maximum number of entries on a page')
    .option('--cursor <cursor>', 'start of the page, as printed by the previous page')
    .option('--all', 'all pages');
}

/** Reads one page or, with `--all`, all pages from the cursor on. */
export async function readList<Name extends string, T>(
  name: Name,
  { limit, cursor, all }: ListOptions,
  readPage: (page: { limit: string | undefined; cursor: string | undefined }) => Promise<Page<Name, T>>,
): Promise<{ items: T[]; nextCursor?: string }> {
  const items: T[] = [];
  let next: string | undefined;
  for await (const page of readPages(cursor, (at) => readPage({ limit, cursor: at }))) {
    // Not spread into one call: a page may have more entries than a function takes.
    for (const item of page[name]) items.push(item);
    next = page.nextCursor;
    if (!all) break;
  }
  return { items, ...(next !== undefined && { nextCursor: next }) };
}

/**
 * Reads page after page until there are no more.
 *
 * @param start cursor of the first page
 * @throws Error if a page leads back to one that was read before
 */
export async function* readPages<P extends { nextCursor?: string | undefined }>(
  start: string | undefined,
  readPage: (cursor: string | undefined) => Promise<P>,
): AsyncGenerator<P, void> {
  const seen = new Set<string>();
  let cursor = start;
  do {
    if (cursor !== undefined) seen.add(cursor);
    const page = await readPage(cursor);
    yield page;
    cursor = page.nextCursor;
    if (cursor !== undefined && seen.has(cursor)) {
      throw new Error('The list has no end: its pages lead back to one that was read before');
    }
  } while (cursor !== undefined);
}

/** Returns a note saying that there are more pages, if there are. */
export function moreNote(nextCursor: string | undefined): string | undefined {
  return nextCursor === undefined
    ? undefined
    : `There is more: use --all for everything, or --cursor ${quoteWord(nextCursor)} for the next page.`;
}
