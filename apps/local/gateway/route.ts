import { createHash } from 'node:crypto';
import type { Endpoint } from '#lib/platform/http/contract.ts';

export type Route = {
  /** Path template: `/v1/bots/{botId}`. */
  resource: string;
  /** Opaque id of the resource, as in events. */
  resourceId: string;
  /** One per method of the path. */
  endpoints: Endpoint[];
  /** Percent-decoded path parameters. Empty if the template has none. */
  params: Record<string, string>;
};

/** The path matches a route, but a parameter is not valid percent-encoding. */
export class MalformedPathError extends Error {
  override name = 'MalformedPathError';
}

/** Finds the route of a path as the client sent it, without the query. Undefined if no route matches. */
export type Router = (path: string) => Route | undefined;

/** A resource, with its path template split into segments. */
type Template = Pick<Route, 'resource' | 'resourceId' | 'endpoints'> & { parts: string[] };

/**
 * Returns a function that finds the resource for a path like a REST API does: segment by segment, static segments
 * before parameters. A trailing slash counts as a segment. The method is matched later, so a static resource that
 * lacks the method shadows a parameterized one that has it. It throws MalformedPathError.
 */
export function createRouter(endpoints: readonly Endpoint[]): Router {
  // Every beginning of a path is a resource, too. It has no methods, and shadows what a parameter would match.
  const paths = new Set<string>(endpoints.map(({ path }) => path));
  const beginnings = new Set([...paths].flatMap(getBeginnings).filter((path) => !paths.has(path)));
  const templates = [...Map.groupBy(endpoints, (endpoint) => endpoint.path)].map(
    ([resource, group]): Template => {
      const resourceId = createHash('sha256').update(resource).digest('hex').slice(0, 6);
      return { resource, resourceId, endpoints: group, parts: resource.split('/') };
    },
  );
  const byLength = Map.groupBy(templates, ({ parts }) => parts.length);
  for (const alike of byLength.values()) alike.sort(byStaticFirst);
  return (path) => {
    if (beginnings.has(path)) return undefined;
    const segments = path.split('/');
    const template = byLength.get(segments.length)?.find(({ parts }) => fits(parts, segments));
    if (!template) return undefined;
    const { parts, ...route } = template;
    return { ...route, params: getParams(parts, segments) };
  };
}

/** `/v1/bots/{botId}` begins with `/v1` and `/v1/bots`. */
function getBeginnings(path: string): string[] {
  const parts = path.split('/');
  return parts.map((_, n) => parts.slice(0, n + 1).join('/'));
}

function fits(parts: string[], segments: string[]): boolean {
  return parts.every((part, n) => (isParam(part) ? segments[n] !== '' : part === segments[n]));
}

/** Orders templates of the same length: where they first differ, the static segment comes first. */
function byStaticFirst({ parts: a }: Template, { parts: b }: Template): number {
  const difference = a.findIndex((part, n) => isParam(part) !== isParam(b[n] ?? ''));
  if (difference < 0) return 0;
  return isParam(a[difference] ?? '') ? 1 : -1;
}

function isParam(part: string): boolean {
  return part.startsWith('{');
}

function getParams(parts: string[], segments: string[]): Record<string, string> {
  // `fromEntries` creates own properties, even for a parameter named `__proto__`.
  return Object.fromEntries(
    parts.flatMap((part, n) => (isParam(part) ? [[part.slice(1, -1), decode(segments[n] ?? '')]] : [])),
  );
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw new MalformedPathError();
  }
}
