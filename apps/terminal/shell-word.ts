import { oneLine } from './plain-text.ts';

/** Quotes a word of a command that is printed for people to paste into a shell. It may come from a server. */
export function quoteWord(word: string): string {
  const line = oneLine(word);
  return /^[\w./:=@-]+$/.test(line) ? line : `'${line.replaceAll("'", `'\\''`)}'`;
}
