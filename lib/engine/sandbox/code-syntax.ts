import { Script } from 'node:vm';
import { LRUCache } from 'lru-cache';

/** Longer code is not checked. Text values written by authors have a few hundred characters. */
const MAX_CHECKED_CHARS = 10_000;

/** Cached results, because a bot's texts are the same in every chat. The size limit is in characters. */
const known = new LRUCache<string, boolean>({
  maxSize: 1_000_000,
  sizeCalculation: (_, body) => body.length + 1,
});

/**
 * Whether the text is syntactically valid as the body of an async function. If it is not, a sandbox would only
 * report a syntax error, and creating one takes a hundred times as long as this check. Parses the text without
 * running it.
 */
export function mayBeCode(body: string): boolean {
  if (body.length > MAX_CHECKED_CHARS) return true;
  const found = known.get(body) ?? canBeParsed(body);
  known.set(body, found);
  return found;
}

function canBeParsed(body: string): boolean {
  try {
    new Script(`(async function () {\n${body}\n})`);
    return true;
  } catch (error) {
    // Leaves all other errors to the sandbox, for example if the code is nested too deeply for the parser.
    return !(error instanceof SyntaxError);
  }
}
