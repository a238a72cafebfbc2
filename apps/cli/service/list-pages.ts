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
  let next = cursor;
  do {
    const page = await readPage({ limit, cursor: next });
    items.push(...page[name]);
    next = page.nextCursor;
  } while (all && next !== undefined);
  return { items, ...(next !== undefined && { nextCursor: next }) };
}

/** Returns a note saying that there are more pages, if there are. */
export function moreNote(nextCursor: string | undefined): string | undefined {
  return nextCursor === undefined
    ? undefined
    : `There is more: use --all for everything, or --cursor ${quoteWord(nextCursor)} for the next page.`;
}
