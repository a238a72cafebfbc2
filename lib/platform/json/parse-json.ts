import { stringEnd } from './string-end.ts';

/*
 * JSON.parse of Node 24 can misread an escaped key: after `{"a":1,"\\":2}`, the keys of `{"a":1,"\"":2}` are
 * `a` and a backslash. What was parsed before matters, even if it came from other callers.
 * https://github.com/nodejs/node/issues/63785
 */

/**
 * Like JSON.parse, but reads every key as written. Nearly all text has no backslash in a key and goes straight
 * to JSON.parse. Otherwise such keys are replaced by placeholders while parsing.
 *
 * @throws SyntaxError
 */
export function parseJson(text: string): unknown {
  let key = nextEscapedKey(text, 0);
  if (!key) return JSON.parse(text);
  // Random, so that the sender cannot forge a placeholder.
  const standIns = { mark: `${Math.random().toString(36).slice(2)}~`, names: [] as string[] };
  const numbers = new Map<string, number>();
  const parts: string[] = [];
  let end = 0;
  for (; key; key = nextEscapedKey(text, end)) {
    const written = text.slice(key.start, key.end);
    const number = numbers.get(written) ?? standIns.names.push(JSON.parse(written)) - 1;
    numbers.set(written, number);
    parts.push(text.slice(end, key.start), `"${standIns.mark}${number}"`);
    end = key.end;
  }
  return withNames(JSON.parse(parts.join('') + text.slice(end)), standIns);
}

/** Whether JSON.parse might misread a key of the text. */
export function hasEscapedKeys(text: string): boolean {
  return nextEscapedKey(text, 0) !== undefined;
}

/**
 * Returns the position of the next key containing an escape, including its quotes.
 *
 * @param from index outside any string
 */
function nextEscapedKey(text: string, from: number): { start: number; end: number } | undefined {
  let backslash = text.indexOf('\\', from);
  let start = backslash < 0 ? -1 : text.indexOf('"', from);
  while (start >= 0 && backslash >= 0) {
    const end = stringEnd(text, start);
    if (end < 0) return undefined;
    if (backslash < end) {
      if (isKey(text, end)) return { start, end: end + 1 };
      backslash = text.indexOf('\\', end);
    }
    start = text.indexOf('"', end + 1);
  }
  return undefined;
}

/** Whether a colon follows the string that ends at `end`. */
function isKey(text: string, end: number): boolean {
  let next = end + 1;
  while (' \t\r\n'.includes(text[next] ?? 'end')) next++;
  return text[next] === ':';
}

type StandIns = { mark: string; names: string[] };

/** Iterative, because text can be nested more deeply than the stack allows. */
function withNames(value: unknown, standIns: StandIns): unknown {
  const root = [value];
  const containers: (unknown[] | Record<string, unknown>)[] = [root];
  const named = (inner: unknown): unknown => {
    if (typeof inner !== 'object' || inner === null) return inner;
    const one = Array.isArray(inner) ? inner : restoreNames(inner as Record<string, unknown>, standIns);
    containers.push(one);
    return one;
  };
  for (let container = containers.pop(); container; container = containers.pop()) {
    if (Array.isArray(container)) {
      for (let index = 0; index < container.length; index++) container[index] = named(container[index]);
    } else {
      for (const [key, inner] of Object.entries(container)) {
        if (typeof inner === 'object') setOwn(container, key, named(inner));
      }
    }
  }
  return root[0];
}

function restoreNames(object: Record<string, unknown>, { mark, names }: StandIns): Record<string, unknown> {
  const keys = Object.keys(object);
  if (!keys.some((key) => key.startsWith(mark))) return object;
  const named: Record<string, unknown> = {};
  for (const key of keys) {
    const name = key.startsWith(mark) ? names[Number(key.slice(mark.length))] : key;
    setOwn(named, name ?? key, object[key]);
  }
  return named;
}

/** Sets `__proto__` as an ordinary key, like JSON.parse. */
export function setOwn(object: object, key: string, value: unknown): void {
  if (key !== '__proto__') (object as Record<string, unknown>)[key] = value;
  else Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true });
}
