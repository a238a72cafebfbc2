import { randomUUID } from 'node:crypto';
import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Api } from '#lib/http/contract.ts';
import { gatewayAnswer } from './gateway-answer.ts';
import type { GatewayAnswer } from './gateway-request.ts';

/*
 * Requests that node:http refuses before they reach the gateway. It would do so without a body, but here
 * every error has the envelope. The deployed gateway uses its response DEFAULT_4XX for them, which keeps the
 * status.
 */

type Refusal = { status: number; message: string };

const MALFORMED: Refusal = { status: 400, message: 'The request is not valid HTTP' };

const NO_HOST: Refusal = { status: 400, message: 'The request has no Host header' };

const EXPECTATION_FAILED: Refusal = {
  status: 417,
  message: 'The header Expect asks for something that is not supported',
};

/** The same statuses that node:http chooses. */
const BY_ERROR_CODE: Record<string, Refusal> = {
  HPE_HEADER_OVERFLOW: { status: 431, message: 'The headers are too large' },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: { status: 413, message: 'The chunk extensions of the body are too large' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, message: 'The request took too long to arrive' },
};

/** Makes the server of an API use the envelope for everything that it refuses by itself. */
export function refuseInEnvelope(server: Server, api: Api): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    // Half a response may already be on its way. Whatever came after it would be taken for the rest.
    const isAnswering = (socket as Duplex & { _httpMessage?: ServerResponse })._httpMessage?.headersSent;
    if (!socket.writable || isAnswering || error.code === 'ECONNRESET') return void socket.destroy();
    const answer = refusal(api, BY_ERROR_CODE[error.code ?? ''] ?? MALFORMED);
    socket.end(toWireForm(answer), () => socket.destroy());
  });
  server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => {
    const { status, headers, body } = refusal(api, EXPECTATION_FAILED);
    response.writeHead(status, headers.flat()).end(body);
  });
}

/** The response to a request without a Host, for a server whose `requireHostHeader` is off. */
export function missingHost({ httpVersion, headers }: IncomingMessage, api: Api): GatewayAnswer | undefined {
  // HTTP/1.0 does not have it (RFC 9112, section 3.2).
  return httpVersion === '1.1' && headers.host === undefined ? refusal(api, NO_HOST) : undefined;
}

function refusal(api: Api, { status, message }: Refusal): GatewayAnswer {
  const requestId = randomUUID();
  const answer = gatewayAnswer('DEFAULT_4XX', { api, requestId }, { status, message });
  return {
    ...answer,
    headers: [
      ...answer.headers,
      ['x-amzn-RequestId', requestId],
      ['Content-Length', String(answer.body.byteLength)],
      ['Connection', 'close'],
    ],
  };
}

/** A request that node:http could not parse has no response object. */
function toWireForm({ status, headers, body }: GatewayAnswer): Buffer {
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    ...headers.map(([name, value]) => `${name}: ${value}`),
    '\r\n',
  ];
  return Buffer.concat([Buffer.from(head.join('\r\n')), body]);
}
