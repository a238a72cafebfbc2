import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Api } from '#lib/http/contract.ts';
import type { Gateway } from './gateway.ts';
import type { GatewayAnswer, GatewayRequest } from './gateway-request.ts';
import { missingHost, refuseInEnvelope } from './http-refusals.ts';
import { readRequestBody } from './request-body.ts';

/** No function runs longer than API Gateway waits (29 s), so by then every request has got its response. */
const STOP_TIMEOUT_MS = 30_000;

export type ApiServer = {
  /** `http://127.0.0.1:3000` */
  url: string;
  /**
   * Takes no more requests, lets those that run finish (at most 30 s), then closes. Can be called repeatedly.
   */
  stop(): Promise<void>;
};

/**
 * Serves one API of the gateway on a port of 127.0.0.1.
 *
 * @param port 0 picks a free one
 * @param log called with one line for each request
 * @throws the error of node:net if the port is not available
 */
export async function startApiServer(
  gateway: Gateway,
  api: Api,
  port: number,
  log: (line: string) => void,
): Promise<ApiServer> {
  let isStopping = false;

  // Otherwise node:http would refuse a request without a Host itself, and not with the envelope.
  const server = createServer({ requireHostHeader: false }, async (request, response) => {
    const startedAtMs = performance.now();
    const refusal = missingHost(request, api);
    if (refusal) return send(response, refusal);
    const gatewayRequest = await toGatewayRequest(request).catch(() => undefined);
    // The client broke off, so there is nobody to respond to.
    if (!gatewayRequest) return void response.destroy();
    const answer = await gateway.handle(api, gatewayRequest);
    // A kept-alive connection would otherwise delay the stop until its own timeout.
    if (isStopping) response.setHeader('Connection', 'close');
    send(response, answer);
    const ms = Math.round(performance.now() - startedAtMs);
    log(`${gatewayRequest.method} ${gatewayRequest.path} ${answer.status} ${ms} ms`);
  });
  refuseInEnvelope(server, api);
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');

  let stopped: Promise<void> | undefined;
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop() {
      isStopping = true;
      stopped ??= new Promise((resolve) => {
        const timer = setTimeout(() => server.closeAllConnections(), STOP_TIMEOUT_MS);
        server.close(() => {
          clearTimeout(timer);
          resolve();
        });
      });
      return stopped;
    },
  };
}

async function toGatewayRequest(request: IncomingMessage): Promise<GatewayRequest> {
  const [path = '', queryString = ''] = splitOnce(originForm(request.url ?? '/'), '?');
  const { rawHeaders } = request;
  return {
    method: request.method ?? 'GET',
    path,
    queryString,
    headers: rawHeaders.flatMap((name, n): [string, string][] =>
      n % 2 === 0 ? [[name, rawHeaders[n + 1] ?? '']] : [],
    ),
    ...(await readRequestBody(request)),
    sourceIp: request.socket.remoteAddress ?? '',
  };
}

/** Clients that think they talk to a proxy send the whole URL (RFC 9112, section 3.2.2). */
function originForm(target: string): string {
  return target.replace(/^https?:\/\/[^/?]*/i, '');
}

function splitOnce(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}

function send(response: ServerResponse, { status, headers, body }: GatewayAnswer): void {
  response.statusCode = status;
  for (const [name, value] of headers) response.appendHeader(name, value);
  response.end(body);
}
