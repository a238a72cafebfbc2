import { randomUUID } from 'node:crypto';
import type { Gateway } from '#apps/local/gateway/gateway.ts';
import { gatewayErrorResponse } from '#apps/local/gateway/gateway-error-response.ts';
import { type GatewayRequest, getHeader, type RawResponse } from '#apps/local/gateway/gateway-request.ts';
import { pageResponse } from './page-response.ts';

/*
 * `/_local-session` tells the pages of the local management address the token and the ids of the local data, so that
 * nobody has to paste them. It exists only on the local server.
 *
 * Any website can send requests to 127.0.0.1, and with DNS rebinding it can even read the responses to those that it
 * sends to a name of its own. So the request has to name this machine in Host, and the browser itself has to say that
 * it comes from a page of this origin.
 */

export const LOCAL_SESSION_PATH = '/_local-session';

export type LocalSession = {
  token: string;
  workspaceId: string;
  sample: { botId: string; resultId: string; sessionId: string };
};

const LOCAL_NAMES = new Set(['localhost', '127.0.0.1']);

/**
 * Wraps a gateway to serve the session as well, or `null` if there is none.
 *
 * @param getSession returns undefined until there is one, and if the operator does not want it
 */
export function withLocalSession(gateway: Gateway, getSession: () => LocalSession | undefined): Gateway {
  return {
    async handle(api, request) {
      const isOurs = api === 'management' && request.path === LOCAL_SESSION_PATH;
      if (!isOurs || request.method !== 'GET') return gateway.handle(api, request);
      if (!isFromOwnPage(request)) return refusal();
      return pageResponse('application/json', JSON.stringify(getSession() ?? null), [
        ['Cross-Origin-Resource-Policy', 'same-origin'],
        ['Vary', 'Origin, Sec-Fetch-Site'],
      ]);
    },
  };
}

/** Whether a page that was loaded from this server under a name of this machine sent the request. */
export function isFromOwnPage(request: GatewayRequest): boolean {
  const host = getOnlyHeader(request, 'host') ?? '';
  const name = host.replace(/:\d+$/, '');
  if (!LOCAL_NAMES.has(name.toLowerCase())) return false;
  // Pages cannot set this header. A page on another port is `same-site`, a frame without an origin `cross-site`.
  if (getOnlyHeader(request, 'sec-fetch-site') !== 'same-origin') return false;
  const origin = getHeader(request, 'origin');
  return origin === undefined || origin === `http://${host}`;
}

/** Two of one header were not sent by a browser, and each reader may believe another one. */
function getOnlyHeader(request: GatewayRequest, wanted: string): string | undefined {
  const values = request.headers.filter(([name]) => name.toLowerCase() === wanted);
  return values.length === 1 ? values[0]?.[1] : undefined;
}

function refusal(): RawResponse {
  const call = { api: 'management', requestId: randomUUID() } as const;
  const message = 'Only pages of this server at localhost or 127.0.0.1 may ask for the local token';
  return gatewayErrorResponse('ACCESS_DENIED', call, { message });
}
