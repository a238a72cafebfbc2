import { timingSafeEqual } from 'node:crypto';
import { isIP } from 'node:net';
import type { APIGatewayProxyEvent } from 'aws-lambda';

/*
 * Requests that come through one of the sites come from CloudFront, whose functions say in headers who asked and at
 * which host. Anyone can send such headers to the API itself, so they count only beside a secret that the
 * distribution adds: see decision 42.
 */

/** Headers of requests that come through a site. */
export const SITE_HEADERS = {
  proof: 'x-site-proof',
  address: 'x-viewer-address',
  host: 'x-viewer-host',
} as const;

type Event = Pick<APIGatewayProxyEvent, 'headers'> & {
  requestContext?: { identity?: { sourceIp?: string } };
};

/**
 * Returns the IP address of the caller: the viewer of a site, or whoever called the API itself.
 *
 * @param event with the names of headers in lower case
 */
export function getCallerAddress({ headers, requestContext }: Event): string | undefined {
  const viewer = isThroughSite(headers) ? headers[SITE_HEADERS.address] : undefined;
  return viewer !== undefined && isIP(viewer) !== 0 ? viewer : requestContext?.identity?.sourceIp;
}

/**
 * Returns the host that the caller asked for, which through a site is the site's.
 *
 * @param headers with names in lower case
 */
export function getRequestedHost(headers: APIGatewayProxyEvent['headers']): string | undefined {
  return getSiteHost(headers) ?? headers.host;
}

/**
 * Returns the host at which a site was asked. Undefined for a call of the API itself.
 *
 * @param headers with names in lower case
 */
export function getSiteHost(headers: APIGatewayProxyEvent['headers']): string | undefined {
  return isThroughSite(headers) ? headers[SITE_HEADERS.host] : undefined;
}

function isThroughSite(headers: APIGatewayProxyEvent['headers']): boolean {
  const [expected, sent] = [process.env.SITE_PROOF, headers[SITE_HEADERS.proof]];
  if (!expected || sent === undefined) return false;
  const [a, b] = [Buffer.from(expected), Buffer.from(sent)];
  return a.length === b.length && timingSafeEqual(a, b);
}
