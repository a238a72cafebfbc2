import { randomUUID } from 'node:crypto';
import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Api } from '#lib/http/contract.ts';
import { gatewayAnswer } from './gateway-answer.ts';
import type { GatewayAnswer } from './gateway-request.ts';

/*
 * What node:http refuses before a request reaches the gateway: it would do so without a body, while here every error
 * has the envelope. The deployed gateway answers these with its response DEFAULT_4XX, which keeps the status.
 */

type Refusal = { status: number; message: string };

const MALFORMED: Refusal = { status: 400, message: 'The request is not valid HTTP' };

const NO_HOST: Refusal = { status: 400, message: 'The request has no Host header' };

const EXPECTATION_FAILED: Refusal = {
  status: 417,
  message: 'The header Expect asks for what nobody here does',
};

/** The statuses are those that node:http itself chooses. */
const BY_ERROR_CODE: Record<string, Refusal> = {
  HPE_HEADER_OVERFLOW: { status: 431, message: 'The headers are too large' },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: { status: 413, message: 'The chunk extensions of the body are too large' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, message: 'The request took too long to arrive' },
};

/** Makes a server of an API answer with the envelope what it refuses by itself. */
export function refuseInEnvelope(server: Server, api: Api): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    // Half an answer may be on its way already: whatever came after would be taken for its rest.
    const isAnswering = (socket as Duplex & { _httpMessage?: ServerResponse })._httpMessage?.headersSent;
    if (!socket.writable || isAnswering || error.code === 'ECONNRESET') return void socket.destroy();
    const answer = refusal(api, BY_ERROR_CODE[error.code ?? ''] ?? MALFORMED);
    socket.end(wireFormOf(answer), () => socket.destroy());
  });
  server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => {
    const { status, headers, body } = refusal(api, EXPECTATION_FAILED);
    response.writeHead(status, headers.flat()).end(body);
  });
}

/** The answer to a request without a Host, for a server whose `requireHostHeader` is off. */
export function missingHost({ httpVersion, headers }: IncomingMessage, api: Api): GatewayAnswer | undefined {
  // HTTP/1.0 has none (RFC 9112, section 3.2).
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

/** There is no response object where there is no request. */
function wireFormOf({ status, headers, body }: GatewayAnswer): Buffer {
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    ...headers.map(([name, value]) => `${name}: ${value}`),
    '\r\n',
  ];
  return Buffer.concat([Buffer.from(head.join('\r\n')), body]);
}
