import { isJsonObject } from '#lib/platform/json/json-object.ts';

/** Name in this service → name at the address. Dots lead into objects and into the elements of lists: `results.botId`. */
export type Names = Readonly<Record<string, string>>;

/** Translates path parameters or a body to the names of this service. Keys that already have such a name are dropped. */
export function toOwnNames(value: unknown, names: Names = {}): unknown {
  if (!isJsonObject(value)) return value;
  const own = Object.entries(names);
  const kept = Object.entries(value).filter(([key]) => !own.flat().includes(key));
  const translated = own.flatMap(([name, theirs]) =>
    Object.hasOwn(value, theirs) ? [[name, value[theirs]] as const] : [],
  );
  return Object.fromEntries([...kept, ...translated]);
}

/** Translates a response to the names at the address. */
export function toTheirNames(value: unknown, names: Names, prefix = ''): unknown {
  if (Array.isArray(value)) return value.map((element) => toTheirNames(element, names, prefix));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      const path = `${prefix}${key}`;
      return [
        Object.hasOwn(names, path) ? names[path] : key,
        leadsInto(names, path) ? toTheirNames(inner, names, `${path}.`) : inner,
      ];
    }),
  );
}

/** Tells whether something below this path has another name. */
export function leadsInto(names: Names, path: string): boolean {
  return Object.keys(names).some((name) => name.startsWith(`${path}.`));
}
