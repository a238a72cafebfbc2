import { RAW_JSON, type RawName, rawJson } from './known-values.ts';
import { ODD_TEXTS } from './odd-values.ts';

/** Parts of a request, named as in the contract. */
export type RequestParts = {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  headers?: Record<string, unknown>;
  body?: unknown;
};

/** Path to a value in a request, such as `['body', 'bot', 'groups', '0']`. */
export type Place = string[];

export type NearMiss = { name: string; change: (parts: RequestParts, place: Place) => RequestParts };

/** Length of an oversized list. */
const MANY = 2_000;
const LONG_CHARS = 300_000;

/** Changes to a single value of a valid request. */
export const NEAR_MISSES: readonly NearMiss[] = [
  { name: 'nothing', change: without },
  ...[null, 7, -1, 0.5, true, 'text', '', [], {}, [[]], [null], { a: 1 }].map(
    (value): NearMiss => ({
      name: JSON.stringify(value),
      change: (parts, place) => replaced(parts, place, () => value),
    }),
  ),
  ...(Object.keys(RAW_JSON) as RawName[]).map(
    (raw): NearMiss => ({ name: raw, change: (parts, place) => replaced(parts, place, () => rawJson(raw)) }),
  ),
  ...ODD_TEXTS.map(
    (text): NearMiss => ({
      name: `the text ${JSON.stringify(text)}`,
      change: (parts, place) => replaced(parts, place, () => text),
    }),
  ),
  { name: 'a long text', change: (parts, place) => replaced(parts, place, () => 'é'.repeat(LONG_CHARS)) },
  {
    name: 'a repeated text',
    change: (parts, place) => replaced(parts, place, (value) => `${value}${value}`),
  },
  { name: 'the value in a list', change: (parts, place) => replaced(parts, place, (value) => [value]) },
  {
    name: 'the value as JSON text',
    change: (parts, place) => replaced(parts, place, (value) => JSON.stringify(value) ?? ''),
  },
  {
    name: 'the value many times',
    change: (parts, place) => replaced(parts, place, (value) => Array(MANY).fill(value)),
  },
  {
    name: 'an unknown key',
    change: (parts, place) => replaced(parts, place, (value) => ({ ...toObject(value), unknownKey: 1 })),
  },
  {
    name: 'a key __proto__',
    change: (parts, place) =>
      replaced(parts, place, (value) => withKey(toObject(value), '__proto__', { polluted: true })),
  },
  {
    name: 'a NUL key',
    change: (parts, place) => replaced(parts, place, (value) => withKey(toObject(value), '\0', 1)),
  },
  {
    name: 'a lone surrogate as a key',
    change: (parts, place) => replaced(parts, place, (value) => withKey(toObject(value), '\udc00', 1)),
  },
];

/** Returns the paths of all values in a request, including the body itself. */
export function placesIn(parts: RequestParts): Place[] {
  return Object.entries(parts).flatMap(([part, value]) => {
    const inner = innerPlaces(value, [part]);
    return part === 'body' && value !== undefined ? [[part], ...inner] : inner;
  });
}

function innerPlaces(value: unknown, place: Place): Place[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.keys(value).flatMap((key) => {
    const inner = [...place, key];
    return [inner, ...innerPlaces((value as Record<string, unknown>)[key], inner)];
  });
}

function replaced(parts: RequestParts, place: Place, change: (value: unknown) => unknown): RequestParts {
  return changed(parts, place, (holder, key) => withKey(holder, key, change(holder[key]))) as RequestParts;
}

function without(parts: RequestParts, place: Place): RequestParts {
  return changed(parts, place, (holder, key) =>
    Object.fromEntries(Object.entries(holder).filter(([name]) => name !== key)),
  ) as RequestParts;
}

type Holder = Record<string, unknown>;

/** Returns a copy in which `change` was applied to the object that contains the place's last key. */
function changed(
  value: unknown,
  [key = '', ...rest]: Place,
  change: (holder: Holder, key: string) => Holder,
): unknown {
  const holder = value as Holder;
  const other =
    rest.length === 0 ? change(holder, key) : withKey(holder, key, changed(holder[key], rest, change));
  return Array.isArray(value) ? Object.values(other) : other;
}

/** Sets an own property, even for inherited names such as `__proto__`. */
function withKey(holder: Holder, key: string, value: unknown): Holder {
  return Object.fromEntries([...Object.entries(holder).filter(([name]) => name !== key), [key, value]]);
}

function toObject(value: unknown): Holder {
  return typeof value === 'object' && value !== null ? (value as Holder) : { value };
}
