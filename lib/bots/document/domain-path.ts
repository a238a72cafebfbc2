/*
 * API Gateway has one route for pages, with one segment. So the edge sends the path of a page at a custom domain as one segment:
 * `/a/b` as `/_~a~b`, `/` as `/_~`, and `/a` as it is. Functions at CloudFront's edge also use this, so it must only
 * use what their runtime has.
 */

const START = '_~';

/** Longer paths belong to no bot. */
const MAX_PATH_CHARS = 500;

/**
 * Returns the segment for a path at a custom domain.
 *
 * @returns undefined if no bot can have the path
 * @example
 * toPathSegment('/guide/'); // 'guide'
 * toPathSegment('/a/b'); // '_~a~b'
 */
export function toPathSegment(path: string): string | undefined {
  const isPossible = path.length <= MAX_PATH_CHARS && /^\/?([\w-]+(\/[\w-]+)*\/?)?$/.test(path);
  if (!isPossible) return undefined;
  const trimmed = path.replace(/^\//, '').replace(/\/$/, '');
  return /^[a-z0-9-]+$/.test(trimmed) ? trimmed : START + trimmed.replace(/\//g, '~');
}

/**
 * Returns the path that a segment stands for, without slashes around it.
 *
 * @returns undefined if the segment stands for no path
 * @example
 * parsePathSegment('_~a~b'); // 'a/b'
 */
export function parsePathSegment(segment: string): string | undefined {
  const path = segment.startsWith(START) ? segment.slice(START.length).replace(/~/g, '/') : segment;
  return toPathSegment(path) === segment ? path : undefined;
}
