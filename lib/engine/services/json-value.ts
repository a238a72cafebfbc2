/** Returned instead of a value for text that is not JSON. */
export const NOT_JSON = Symbol('not JSON');

/** Far deeper than real data, and far below the depth at which JSON.stringify overflows the stack: some thousands. */
const MAX_DEPTH = 500;

const LONG_DIGITS = /\d{16}/;
const INTEGER = /^-?\d+$/;

/**
 * Parses JSON. Integers too large for a number, such as many ids, become strings of their digits, because
 * variables store strings anyway. JSON nested more than 500 levels deep counts as text.
 */
export function parseJsonValue(text: string): unknown {
  try {
    const value: unknown = LONG_DIGITS.test(text) ? JSON.parse(text, exactInteger) : JSON.parse(text);
    // Each level takes two characters.
    return text.length > 2 * MAX_DEPTH && isDeeperThan(MAX_DEPTH, value) ? NOT_JSON : value;
  } catch {
    return NOT_JSON;
  }
}

/** Looks at one level after the other: recursion would overflow the stack. */
function isDeeperThan(levels: number, value: unknown): boolean {
  let level = isContainer(value) ? [value] : [];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth === levels) return true;
    const next: object[] = [];
    for (const container of level) addContainers(container, next);
    level = next;
  }
  return false;
}

/** A loop rather than list functions, because a response has up to millions of values. */
function addContainers(container: object, found: object[]): void {
  for (const inner of Array.isArray(container) ? container : Object.values(container)) {
    if (isContainer(inner)) found.push(inner);
  }
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** TypeScript does not know `context` yet: https://github.com/tc39/proposal-json-parse-with-source */
function exactInteger(_key: string, value: unknown, context?: { source?: string }): unknown {
  if (typeof value !== 'number' || Number.isSafeInteger(value)) return value;
  const source = context?.source;
  return source !== undefined && INTEGER.test(source) ? source : value;
}
