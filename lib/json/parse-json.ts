import { stringEnd } from './string-end.ts';

/*
 * JSON.parse of Node 24 can read an escaped key wrongly: after `{"a":1,"\\":2}` the keys of `{"a":1,"\"":2}` are `a` and
 * a backslash. Which objects were read before decides, other callers' objects too.
 * https://github.com/nodejs/node/issues/63785
 */

/**
 * JSON.parse that reads every key as it was written. Texts without a backslash in a key, nearly all there are, go through
 * JSON.parse as they are; in others such keys have stand-ins while it works.
 *
 * @throws SyntaxError
 */
export function parseJson(text: string): unknown {
  const keys = escapedKeys(text);
  if (keys.length === 0) return JSON.parse(text);
  // Nobody who sends a text knows it.
  const mark = `key ${Math.random()} `;
  const names = new Map<string, string>();
  let replaced = '';
  let end = 0;
  for (const [index, key] of keys.entries()) {
    const standIn = `${mark}${index}`;
    replaced += `${text.slice(end, key.start)}"${standIn}"`;
    names.set(standIn, JSON.parse(text.slice(key.start, key.end)));
    end = key.end;
  }
  const value: unknown = JSON.parse(replaced + text.slice(end));
  rename(value, names);
  return value;
}

type Place = { start: number; end: number };

/** Whether JSON.parse could read a key of the text wrongly. */
export function hasEscapedKeys(text: string): boolean {
  return escapedKeys(text).length > 0;
}

/** The keys with an escape in them, quotes included. */
function escapedKeys(text: string): Place[] {
  const keys: Place[] = [];
  let backslash = text.indexOf('\\');
  let start = backslash < 0 ? -1 : text.indexOf('"');
  while (start >= 0 && backslash >= 0) {
    const end = stringEnd(text, start);
    if (end < 0) break;
    if (backslash < end) {
      if (isKey(text, end)) keys.push({ start, end: end + 1 });
      backslash = text.indexOf('\\', end);
    }
    start = text.indexOf('"', end + 1);
  }
  return keys;
}

const WHITE_SPACE = /[ \t\r\n]/;

/** Whether a colon follows the string that ends there. */
function isKey(text: string, end: number): boolean {
  let next = end + 1;
  while (WHITE_SPACE.test(text[next] ?? '')) next++;
  return text[next] === ':';
}

/** Level by level, for a text may be nested more deeply than there is stack for. Keys stay in their order. */
function rename(root: unknown, names: ReadonlyMap<string, string>): void {
  let level: unknown[] = [root];
  while (level.length > 0) {
    const next: unknown[] = [];
    for (const container of level) {
      if (typeof container !== 'object' || container === null) continue;
      const entries = Object.entries(container);
      if (!Array.isArray(container) && entries.some(([key]) => names.has(key))) {
        for (const [key] of entries) delete (container as Record<string, unknown>)[key];
        for (const [key, value] of entries) setOwn(container, names.get(key) ?? key, value);
      }
      for (const [, value] of entries) next.push(value);
    }
    level = next;
  }
}

/** As JSON.parse does it: `__proto__` is a key like others. */
function setOwn(object: object, key: string, value: unknown): void {
  Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true });
}
