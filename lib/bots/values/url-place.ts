/** Where in a URL (the first six) or in a form body a placeholder is. */
export type UrlPlace =
  | 'start'
  | 'authority'
  | 'path'
  | 'queryName'
  | 'queryValue'
  | 'fragment'
  | 'fieldName'
  | 'fieldValue';

/** The end of each part of a URL, and the parts that can follow it. */
const NEXT: Partial<Record<UrlPlace, { end: RegExp; place: Record<string, UrlPlace> }>> = {
  start: { end: /:\/\//g, place: { '://': 'authority' } },
  authority: {
    end: /[/\\?#]/g,
    place: { '/': 'path', '\\': 'path', '?': 'queryName', '#': 'fragment' },
  },
  path: { end: /[?#]/g, place: { '?': 'queryName', '#': 'fragment' } },
  queryName: { end: /[=&#]/g, place: { '=': 'queryValue', '&': 'queryName', '#': 'fragment' } },
  queryValue: { end: /[&#]/g, place: { '&': 'queryName', '#': 'fragment' } },
  fieldName: { end: /[=&]/g, place: { '=': 'fieldValue', '&': 'fieldName' } },
  fieldValue: { end: /&/g, place: { '&': 'fieldName' } },
};

/** Returns the place that a URL or form body has reached after another part of it. */
export function urlPlaceAfter(text: string, place: UrlPlace): UrlPlace {
  let current: UrlPlace = place;
  let at = 0;
  for (;;) {
    const next = NEXT[current];
    if (!next) return current;
    next.end.lastIndex = at;
    const [end] = next.end.exec(text) ?? [];
    if (end === undefined) return current;
    at = next.end.lastIndex;
    current = next.place[end] ?? current;
  }
}

/**
 * Whether a value can only be one thing at a place, so that what separates it from its neighbors is encoded. A value
 * where a name may be could also be several parameters.
 *
 * @param rest the text that follows
 */
export function isOneValue(place: UrlPlace, rest: string): boolean {
  if (place === 'queryName' || place === 'fieldName') return /^[^&#]*=/.test(rest);
  return place === 'path' || place === 'queryValue' || place === 'fieldValue';
}
