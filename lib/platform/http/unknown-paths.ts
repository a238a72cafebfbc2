/*
 * Paths that no endpoint of the chat API has, but for which the gateway answers preflights: otherwise, a page whose
 * address is misspelt learns from its browser that CORS failed, and not that the path does not exist.
 */

/** Begins the paths of programs that give the stage twice: `/api/api/v1/…`. */
const STAGE = '/api';

/**
 * Returns the paths, in API Gateway's syntax: each beginning of a known path, which is a resource without methods, and
 * one greedy path below each first segment. Below a parameter, API Gateway allows no other name.
 */
export function getUnknownPaths(known: readonly string[]): string[] {
  const beginnings = known.flatMap((path) => {
    const parts = path.split('/');
    return parts.slice(2).map((_, index) => parts.slice(0, index + 2).join('/'));
  });
  const tops = known.map((path) => path.split('/').slice(0, 2).join('/'));
  const greedy = [...new Set([...tops, STAGE])].map((top) => `${top}/{proxy+}`);
  return [...new Set([STAGE, ...beginnings])].filter((path) => !known.includes(path)).concat(greedy);
}

/** Finds the unknown path that a path without an endpoint belongs to. Undefined if there is none, as for `//v1`. */
export function findUnknownPath(unknown: readonly string[], path: string): string | undefined {
  return unknown.find((template) => toPattern(template).test(path));
}

function toPattern(template: string): RegExp {
  const segments = template.split('/').map((part) => {
    if (!part.startsWith('{')) return part;
    return part.endsWith('+}') ? '.+' : '[^/]+';
  });
  return new RegExp(`^${segments.join('/')}$`);
}
