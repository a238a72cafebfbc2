import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type FileServer, isFilesPath } from '#apps/local/files/serve-files.ts';
import type { Api } from '#lib/platform/http/contract.ts';
import {
  CONNECTION_LIMITS,
  type ConnectionLimits,
  limitWaitingConnections,
  toServerOptions,
} from './connection-limits.ts';
import { dropHsts } from './drop-hsts.ts';
import type { Gateway } from './gateway.ts';
import { gatewayErrorResponse } from './gateway-error-response.ts';
import type { GatewayRequest, RawResponse } from './gateway-request.ts';
import { refuseBadHost, refuseInEnvelope, refuseServiceWorker } from './http-refusals.ts';
import { createBodyReader, NO_MEMORY, type ReceivedBody } from './request-body.ts';
import { parseTarget } from './request-target.ts';

/** API Gateway times out a function after 29 s, so every request has completed by then. */
const STOP_TIMEOUT_MS = 30_000;

export type ApiServer = {
  /** `http://127.0.0.1:3000` */
  url: string;
  /** Stops accepting requests, waits up to 30 s for those in flight, then closes. Idempotent. */
  stop(): Promise<void>;
};

export type ApiServerOptions = {
  /** 0 picks a free one. */
  port: number;
  /** Called with one line per request. */
  log: (line: string) => void;
  /** Responds to requests for files, whose bodies may be larger than API Gateway takes. */
  serveFiles?: FileServer | undefined;
  limits?: Partial<ConnectionLimits> | undefined;
};

/**
 * Serves one API of the gateway on a port of 127.0.0.1.
 *
 * @throws the node:net error if the port is unavailable
 */
export async function startApiServer(
  gateway: Gateway,
  api: Api,
  { port, log, serveFiles, limits: givenLimits }: ApiServerOptions,
): Promise<ApiServer> {
  const limits = { ...CONNECTION_LIMITS, ...givenLimits };
  const readBody = createBodyReader(limits.maxBufferedBytes);
  let isStopping = false;

  // By default, node:http rejects a request without a Host header itself, without the error envelope.
  const options = { ...toServerOptions(limits), requireHostHeader: false };
  const server = createServer(options, async (request, response) => {
    const startedAtMs = performance.now();
    const refusal = refuseBadHost(request, api) ?? refuseServiceWorker(request, api);
    if (refusal) return send(response, refusal);
    if (serveFiles && isFilesPath(request.url ?? '')) {
      await serveFiles(request, response).catch(() => response.destroy());
      const [path] = (request.url ?? '').split('?');
      return log(`${request.method} ${path} ${response.statusCode} ${sinceMs(startedAtMs)} ms`);
    }
    const body = await readBody(request, response).catch(() => undefined);
    // The client disconnected, so there is nobody to respond to.
    if (!body) return void response.destroy();
    if (body === NO_MEMORY) return send(response, refuseForMemory(api));
    const gatewayRequest = toGatewayRequest(request, body);
    const returned = await gateway.handle(api, gatewayRequest);
    // An idle keep-alive connection would delay the shutdown until its own timeout.
    if (isStopping) response.setHeader('Connection', 'close');
    send(response, returned);
    log(`${gatewayRequest.method} ${gatewayRequest.path} ${returned.status} ${sinceMs(startedAtMs)} ms`);
  });
  refuseInEnvelope(server, api);
  limitWaitingConnections(server, limits.maxWaiting);
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

function sinceMs(startedAtMs: number): number {
  return Math.round(performance.now() - startedAtMs);
}

function refuseForMemory(api: Api): RawResponse {
  return gatewayErrorResponse('INTEGRATION_FAILURE', { api, requestId: randomUUID() });
}

function toGatewayRequest(request: IncomingMessage, body: ReceivedBody): GatewayRequest {
  const { target, authority } = parseTarget(request.url ?? '/');
  const [path = '', queryString = ''] = splitOnce(target, '?');
  const { rawHeaders } = request;
  const headers = rawHeaders.flatMap((name, n): [string, string][] =>
    n % 2 === 0 ? [[name, rawHeaders[n + 1] ?? '']] : [],
  );
  return {
    method: request.method ?? 'GET',
    path,
    queryString,
    headers:
      authority === undefined
        ? headers
        : [...headers.filter(([name]) => name.toLowerCase() !== 'host'), ['Host', authority]],
    ...body,
    sourceIp: request.socket.remoteAddress ?? '',
  };
}

function splitOnce(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}

function send(response: ServerResponse, returned: RawResponse): void {
  const { status, headers, body } = dropHsts(returned);
  response.statusCode = status;
  for (const [name, value] of headers) response.appendHeader(name, value);
  response.end(body);
}
