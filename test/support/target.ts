import { createGateway, type Gateway } from '#lib/apps/local/gateway.ts';
import { loadFunction } from '#lib/apps/local/load-function.ts';
import { startLocalServer } from '#lib/apps/local/local-server.ts';
import { endpoints } from '#lib/endpoints.ts';
import type { Api } from '#lib/http/contract.ts';
import { underItsGrants, underNoGrants } from './table-grants.ts';

/** A request as it goes over the wire. */
export type WireRequest = {
  api: Api;
  method: string;
  /** Percent-encoded, including the query. */
  pathAndQuery: string;
  headers: [name: string, value: string][];
  body: Buffer | undefined;
};

export type WireResponse = { status: number; headers: Headers; text: string };

/** One of the ways to reach the service. */
export type Target = {
  send(request: WireRequest): Promise<WireResponse>;
  stop(): Promise<void>;
};

/** The gateway and the functions in this process, without sockets. */
export async function directTarget(): Promise<Target> {
  const gateway = createGatewayUnderTest();
  return {
    async send({ api, method, pathAndQuery, headers, body = Buffer.alloc(0) }) {
      const [path = '', ...query] = pathAndQuery.split('?');
      const queryString = query.join('?');
      const request = {
        method,
        path,
        queryString,
        // Clients send a content length with every body.
        headers:
          body.length === 0
            ? headers
            : [...headers, ['Content-Length', String(body.length)] as [string, string]],
        body,
        sourceIp: '127.0.0.1',
      };
      const answer = await gateway.handle(api, request);
      return {
        status: answer.status,
        headers: new Headers(answer.headers),
        text: answer.body.toString('utf8'),
      };
    },
    stop: async () => {},
  };
}

/** The local server, on ports of its own. */
export async function httpTarget(): Promise<Target> {
  const server = await startLocalServer({ gateway: createGatewayUnderTest(), port: 0, chatPort: 0 });
  return { send: fetchFrom({ management: server.baseUrl, chat: server.chatUrl }), stop: server.stop };
}

/** A service that runs elsewhere. Both URLs have no trailing slash. */
export async function remoteTarget(baseUrl: string, chatUrl: string): Promise<Target> {
  return { send: fetchFrom({ management: baseUrl, chat: chatUrl }), stop: async () => {} };
}

/** Logs the cause of a fault, because the 5xx that the caller sees does not contain it. */
function createGatewayUnderTest(): Gateway {
  return createGateway({
    endpoints,
    loadFunction: async (id) => underItsGrants(id, await loadFunction(id)),
    authorizer: underNoGrants(async (event, context) => (await loadFunction('authorizer'))(event, context)),
    onFault: (error) => console.error(error),
  });
}

/** Decodes the body unchanged. `Response.text` would remove a byte order mark. */
function toText(body: ArrayBuffer): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(body);
}

function fetchFrom(urls: Record<Api, string>): Target['send'] {
  return async ({ api, method, pathAndQuery, headers, body }) => {
    const response = await fetch(`${urls[api]}${pathAndQuery}`, {
      method,
      headers,
      ...(body && { body: new Uint8Array(body) }),
    });
    return { status: response.status, headers: response.headers, text: toText(await response.arrayBuffer()) };
  };
}
