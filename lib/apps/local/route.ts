import type { Endpoint } from '#lib/http/contract.ts';

export type Route = {
  /** Path template, `/v1/bots/{botId}`. */
  resource: string;
  /** One for each method of the path. */
  endpoints: Endpoint[];
  /** Percent-decoded. Empty if the template has no parameter. */
  params: Record<string, string>;
};

/** The path fits a route, but a parameter in it is not valid percent-encoding. */
export class MalformedPath extends Error {}

/**
 * Finds the resource of a path as a REST API does: segment by segment, a static one before a parameter. A
 * trailing slash is a segment too. The method comes later, so a static resource without it hides a
 * parameter's resource that has it.
 *
 * @param path as the client sent it, without the query
 * @returns undefined if no route fits
 * @throws MalformedPath
 */
export function matchRoute(endpoints: readonly Endpoint[], path: string): Route | undefined {
  const segments = path.split('/');
  const resources = [...new Set(endpoints.map((endpoint) => endpoint.path))];
  const [resource] = resources.filter((template) => fits(template.split('/'), segments)).sort(byStaticFirst);
  if (resource === undefined) return undefined;
  return {
    resource,
    endpoints: endpoints.filter((endpoint) => endpoint.path === resource),
    params: getParams(resource.split('/'), segments),
  };
}

function fits(template: string[], segments: string[]): boolean {
  return (
    template.length === segments.length &&
    template.every((part, n) => (isParam(part) ? segments[n] !== '' : part === segments[n]))
  );
}

/**
 * Orders two templates that fit the same path: the one that is static comes first, at the first place where
 * they differ.
 */
function byStaticFirst(a: string, b: string): number {
  const [partsA, partsB] = [a.split('/'), b.split('/')];
  const difference = partsA.findIndex((part, n) => isParam(part) !== isParam(partsB[n] ?? ''));
  if (difference < 0) return 0;
  return isParam(partsA[difference] ?? '') ? 1 : -1;
}

function isParam(part: string): boolean {
  return part.startsWith('{');
}

function getParams(template: string[], segments: string[]): Record<string, string> {
  // `fromEntries` makes own properties, even for a parameter that is called `__proto__`.
  return Object.fromEntries(
    template.flatMap((part, n) => (isParam(part) ? [[part.slice(1, -1), decode(segments[n] ?? '')]] : [])),
  );
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw new MalformedPath();
  }
}
