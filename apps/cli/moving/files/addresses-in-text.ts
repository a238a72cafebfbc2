import { isJsonObject } from '#lib/platform/json/json-object.ts';

/** Far longer than the address of a file. */
const MAX_ADDRESS_CHARS = 2_000;

/** An address in a text, in CSS or in HTML. A comma ends it only before a space, because names may contain commas. */
const ADDRESS = /https?:\/\/(?:[^\s"'`<>\\,]|,(?=[^\s"'`<>\\,]))+/gi;

/** Punctuation that ends a sentence and not an address. */
const TRAILING = '.;:!?*_|';

/**
 * Replaces each address in the texts of a JSON value, but not in keys. Unchanged parts stay the same objects.
 */
export function replaceAddresses<T>(value: T, replace: (address: string) => string): T {
  return replaceIn(value, replace) as T;
}

/** Lists the addresses in the texts of a JSON value that are wanted, each once. */
export function listAddresses(value: unknown, isWanted: (address: URL) => boolean): string[] {
  const found = new Set<string>();
  replaceIn(value, (address) => {
    const url = URL.parse(address);
    if (url && isWanted(url)) found.add(address);
    return address;
  });
  return [...found];
}

function replaceIn(value: unknown, replace: (address: string) => string): unknown {
  if (typeof value === 'string') return replaceInText(value, replace);
  if (Array.isArray(value)) {
    const replaced = value.map((entry) => replaceIn(entry, replace));
    return replaced.some((entry, index) => entry !== value[index]) ? replaced : value;
  }
  if (!isJsonObject(value)) return value;
  let isChanged = false;
  const entries = Object.entries(value).map(([key, inner]): [string, unknown] => {
    const replaced = replaceIn(inner, replace);
    isChanged ||= replaced !== inner;
    return [key, replaced];
  });
  return isChanged ? Object.fromEntries(entries) : value;
}

function replaceInText(text: string, replace: (address: string) => string): string {
  if (!text.includes('://')) return text;
  return text.replace(ADDRESS, (found) => {
    const address = trimAddress(found);
    if (address === undefined || address.includes('{{')) return found;
    return replace(address) + found.slice(address.length);
  });
}

/**
 * Cuts off what follows the address: an unmatched bracket, as in `url(…)` and `[text](…)`, and punctuation. Undefined for
 * what is longer than an address.
 */
function trimAddress(found: string): string | undefined {
  const head = found.slice(0, MAX_ADDRESS_CHARS);
  const end = findUnmatchedBracket(head);
  if (end === undefined && found.length > head.length) return undefined;
  let length = end ?? head.length;
  while (TRAILING.includes(head.charAt(length - 1) || ' ')) length -= 1;
  return head.slice(0, length);
}

function findUnmatchedBracket(text: string): number | undefined {
  let depth = 0;
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index];
    if (character === '(' || character === '[') depth += 1;
    if (character === ')' || character === ']') depth -= 1;
    if (depth < 0) return index;
  }
  return undefined;
}
