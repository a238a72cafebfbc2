/** Where in a URL (the first six) or in a form body a placeholder is. */
export type UrlPosition =
  | 'start'
  | 'authority'
  | 'path'
  | 'queryName'
  | 'queryValue'
  | 'fragment'
  | 'fieldName'
  | 'fieldValue';

/** The end of each part of a URL, and the parts that can follow it. */
const NEXT: Partial<Record<UrlPosition, { end: RegExp; position: Record<string, UrlPosition> }>> = {
  start: { end: /:\/\//g, position: { '://': 'authority' } },
  authority: {
    end: /[/\\?#]/g,
    position: { '/': 'path', '\\': 'path', '?': 'queryName', '#': 'fragment' },
  },
  path: { end: /[?#]/g, position: { '?': 'queryName', '#': 'fragment' } },
  queryName: { end: /[=&#]/g, position: { '=': 'queryValue', '&': 'queryName', '#': 'fragment' } },
  queryValue: { end: /[&#]/g, position: { '&': 'queryName', '#': 'fragment' } },
  fieldName: { end: /[=&]/g, position: { '=': 'fieldValue', '&': 'fieldName' } },
  fieldValue: { end: /&/g, position: { '&': 'fieldName' } },
};

/** Returns the position that a URL or form body has reached after another part of it. */
export function advanceUrlPosition(text: string, position: UrlPosition): UrlPosition {
  let current: UrlPosition = position;
  let at = 0;
  for (;;) {
    const next = NEXT[current];
    if (!next) return current;
    next.end.lastIndex = at;
    const [end] = next.end.exec(text) ?? [];
    if (end === undefined) return current;
    at = next.end.lastIndex;
    current = next.position[end] ?? current;
  }
}

/**
 * Whether a value can only be one thing at a position, so that what separates it from its neighbors is encoded. A value
 * where a name may be could also be several parameters.
 *
 * @param rest the text that follows
 */
export function isOneValue(position: UrlPosition, rest: string): boolean {
  if (position === 'queryName' || position === 'fieldName') return /^[^&#]*=/.test(rest);
  return position === 'path' || position === 'queryValue' || position === 'fieldValue';
}
