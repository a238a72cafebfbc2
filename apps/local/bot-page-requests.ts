import { randomUUID } from 'node:crypto';
import type { Gateway } from '#apps/local/gateway/gateway.ts';
import { type GatewayRequest, getHeader, type RawResponse } from '#apps/local/gateway/gateway-request.ts';
import { handler as addQuery } from '#apps/sites/edge/add-query.ts';
import { handler as addViewer } from '#apps/sites/edge/add-viewer.ts';
import type { Values } from '#apps/sites/edge/viewer-request.ts';
import { SITE_HEADERS } from '#lib/platform/http/site-viewer.ts';

/*
 * Requests for bots' pages reach their function as through CloudFront: with the host that was asked, proven by a secret of
 * this process, and a redirect gets the visitor's query. The functions of the edge themselves do both.
 */

const OWN_HEADERS = new Set<string>(Object.values(SITE_HEADERS));

/**
 * Makes the functions accept what this server says of a viewer, as those of a deployment with the sites do.
 *
 * @returns the secret that proves it
 */
export function useSiteProof(): string {
  process.env.SITE_PROOF ||= randomUUID();
  return process.env.SITE_PROOF;
}

/** Asks the gateway for the page of a bot. */
export async function requestBotPage(gateway: Gateway, request: GatewayRequest): Promise<RawResponse> {
  const viewed = addViewer({
    viewer: { ip: request.sourceIp },
    request: { method: request.method, uri: request.path, headers: { host: { value: getHost(request) } } },
  });
  const response = await gateway.handle('chat', {
    ...request,
    headers: [
      ...request.headers.filter(([name]) => !OWN_HEADERS.has(name.toLowerCase())),
      ...toPairs(viewed.headers).filter(([name]) => OWN_HEADERS.has(name)),
      [SITE_HEADERS.proof, useSiteProof()],
    ],
  });
  return withQuery(response, request.queryString);
}

/** People type either name of this machine, but only one can have names below it. */
function getHost(request: GatewayRequest): string {
  return (getHeader(request, 'host') ?? '').replace(/^127\.0\.0\.1(?=:|$)/, 'localhost');
}

function withQuery(response: RawResponse, queryString: string): RawResponse {
  const location = getHeader({ headers: response.headers } as GatewayRequest, 'location');
  if (location === undefined) return response;
  const { headers } = addQuery({
    request: { rawQueryString: () => queryString },
    response: { statusCode: response.status, headers: { location: { value: location } } },
  });
  return {
    ...response,
    headers: [...response.headers.filter(([name]) => name.toLowerCase() !== 'location'), ...toPairs(headers)],
  };
}

function toPairs(headers: Values): [string, string][] {
  return Object.entries(headers).map(([name, { value }]) => [name, value]);
}
