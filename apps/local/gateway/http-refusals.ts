import { randomUUID } from 'node:crypto';
import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { SERVICE_WORKER_HEADER } from '#apps/sites/edge/refuse-service-worker.ts';
import type { Api } from '#lib/platform/http/contract.ts';
import { dropHsts } from './drop-hsts.ts';
import { gatewayErrorResponse } from './gateway-error-response.ts';
import type { RawResponse } from './gateway-request.ts';
import { isHost } from './host-header.ts';
import { parseTarget } from './request-target.ts';

/*
 * Requests that are refused before they reach the gateway, most of them by node:http. By default the response has no body; here it
 * has the error envelope like every other error. The deployed gateway uses DEFAULT_4XX for these, which keeps
 * the status.
 */

type Refusal = { status: number; message: string };

const MALFORMED: Refusal = { status: 400, message: 'The request is not valid HTTP' };

const NO_HOST: Refusal = { status: 400, message: 'The request has no Host header' };

const BAD_HOST: Refusal = { status: 400, message: 'The request must have exactly one valid Host header' };

const EXPECTATION_FAILED: Refusal = {
  status: 417,
  message: 'The Expect header is not supported',
};

/** Same statuses as node:http. */
const BY_ERROR_CODE: Record<string, Refusal> = {
  HPE_HEADER_OVERFLOW: { status: 431, message: 'The headers are too large' },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: { status: 413, message: 'The chunk extensions of the body are too large' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, message: 'The request took too long to arrive' },
};

/** Makes the server send the error envelope for requests that node:http rejects. */
export function refuseInEnvelope(server: Server, api: Api): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    // Half a response may already be on the wire, and the client would read ours as the rest of it.
    const isResponding = (socket as Duplex & { _httpMessage?: ServerResponse })._httpMessage?.headersSent;
    if (!socket.writable || isResponding || error.code === 'ECONNRESET') return void socket.destroy();
    const response = refusal(api, BY_ERROR_CODE[error.code ?? ''] ?? MALFORMED);
    socket.end(toWireForm(response), () => socket.destroy());
  });
  server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => {
    const { status, headers, body } = refusal(api, EXPECTATION_FAILED);
    response.writeHead(status, headers.flat()).end(body);
  });
}

/**
 * Responds to a request whose host is missing, repeated or invalid (RFC 9112, section 3.2), for a server whose
 * `requireHostHeader` is off.
 */
export function refuseBadHost(
  { httpVersion, headersDistinct, url = '' }: IncomingMessage,
  api: Api,
): RawResponse | undefined {
  const hosts = headersDistinct.host ?? [];
  // HTTP/1.0 does not require a Host header; HTTP/1.1 does.
  if (hosts.length === 0 && httpVersion === '1.1') return refusal(api, NO_HOST);
  const { authority } = parseTarget(url);
  const named = authority === undefined ? hosts : [...hosts, authority];
  return hosts.length <= 1 && named.every(isHost) ? undefined : refusal(api, BAD_HOST);
}

/** Responds to a browser that fetches the script of a service worker, as the functions at the edge do. */
export function refuseServiceWorker({ headers }: IncomingMessage, api: Api): RawResponse | undefined {
  if (headers[SERVICE_WORKER_HEADER] === undefined) return undefined;
  return gatewayErrorResponse(
    'ACCESS_DENIED',
    { api, requestId: randomUUID() },
    { message: 'No script of this service may become a service worker' },
  );
}

function refusal(api: Api, { status, message }: Refusal): RawResponse {
  const requestId = randomUUID();
  const response = dropHsts(gatewayErrorResponse('DEFAULT_4XX', { api, requestId }, { status, message }));
  return {
    ...response,
    headers: [
      ...response.headers,
      ['x-amzn-RequestId', requestId],
      ['Content-Length', String(response.body.byteLength)],
      ['Connection', 'close'],
    ],
  };
}

/** Serializes a response by hand: for a request that it could not parse, node:http has no response object. */
function toWireForm({ status, headers, body }: RawResponse): Buffer {
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    ...headers.map(([name, value]) => `${name}: ${value}`),
    '\r\n',
  ];
  return Buffer.concat([Buffer.from(head.join('\r\n')), body]);
}
