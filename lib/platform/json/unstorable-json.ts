/** Deeper than any bot, and far below the depth at which recursive code overflows the stack. */
const MAX_DEPTH = 200;

/**
 * Says why a value cannot be stored unchanged, or could harm code that walks it: "is too deeply nested: …". Undefined for a
 * value that can be kept. Walks level by level, without a function call per value.
 */
export function describeUnstorable(value: unknown): string | undefined {
  let level: object[] = [[value]];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_DEPTH) return `is too deeply nested: at most ${MAX_DEPTH} levels`;
    const next: object[] = [];
    for (const container of level) {
      const reason = checkContainer(container, next);
      if (reason !== undefined) return reason;
    }
    level = next;
  }
  return undefined;
}

/** @param next gets the containers in this one */
function checkContainer(container: object, next: object[]): string | undefined {
  if (hasForbiddenKey(container)) {
    return 'contains a key named __proto__ or constructor.prototype, which is not allowed';
  }
  for (const value of Array.isArray(container) ? container : Object.values(container)) {
    if (typeof value === 'object' && value !== null) next.push(value);
    // JavaScript reads numbers above 1.8e308 as Infinity, which JSON.stringify would write as null.
    if (value === Number.POSITIVE_INFINITY || value === Number.NEGATIVE_INFINITY) {
      return 'contains a number that is too large to be stored';
    }
  }
  return undefined;
}

function hasForbiddenKey(container: object): boolean {
  if (Array.isArray(container)) return false;
  if (Object.hasOwn(container, '__proto__')) return true;
  if (!Object.hasOwn(container, 'constructor')) return false;
  const { constructor: value } = container as { constructor: unknown };
  return value !== null && Object.hasOwn(Object(value), 'prototype');
}
