import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { SignatureV4 } from '@smithy/signature-v4';

/*
 * A server that speaks as much of DynamoDB's protocol as a client needs to be tested against faults. It checks
 * signatures like AWS, and counts what it carries out.
 */

export type StubCredentials = { accessKeyId: string; secretAccessKey: string; sessionToken?: string };

/** Fault of an attempt. With `applied`, the attempt is carried out, but the client does not learn of it. */
export type StubFault =
  | 'throttled'
  | 'overloaded'
  | 'failed'
  | 'expired'
  | 'invalid'
  | 'reset'
  | 'reset applied'
  | 'cut applied'
  | 'hung'
  | 'hung applied'
  | 'late';

/** Errors have the status 400, except for 500 of `failed`. */
const ERRORS: Partial<Record<StubFault, [name: string, message: string]>> = {
  throttled: ['ThrottlingException', 'Rate exceeded'],
  overloaded: ['ProvisionedThroughputExceededException', 'The level of throughput was exceeded'],
  failed: ['InternalServerError', 'Internal server error'],
  expired: ['InvalidSignatureException', 'Signature expired: 20261127T000000Z is now earlier than …'],
  invalid: ['ValidationException', 'One or more parameter values were invalid'],
};

const LATE_MS = 300;
/** AWS refuses a signature whose date is further from its own clock. */
const MAX_SKEW_MS = 5 * 60_000;

/** Requests are told apart by this in their bodies. */
const ID = /request-\d+/;

export type DynamoDbStub = {
  url: string;
  /** Attempts received, by id of the request. */
  attempts: Map<string, number>;
  /** Times that the request was carried out. */
  effects: Map<string, number>;
  /** Headers of all attempts. */
  headers: IncomingMessage['headers'][];
  /** Connections opened so far. */
  connections: () => number;
  stop(): Promise<void>;
};

export type StubOptions = {
  /** @param attempt from 1 */
  findFault?: (id: string, attempt: number) => StubFault | undefined;
  /** Requests have to be signed with these. */
  getCredentials?: () => StubCredentials;
  /** The server's clock. */
  now?: () => number;
};

type StubResult = { status: number; body: Record<string, unknown> };

export async function startDynamoDbStub(options: StubOptions = {}): Promise<DynamoDbStub> {
  const { findFault = () => undefined, getCredentials, now = Date.now } = options;
  const attempts = new Map<string, number>();
  const effects = new Map<string, number>();
  const headers: IncomingMessage['headers'][] = [];
  const apply = createTable((id) => effects.set(id, (effects.get(id) ?? 0) + 1));

  const { url, server, connections } = await startServer(async (request, response) => {
    const body = await text(request);
    const id = ID.exec(body)?.[0] ?? '';
    const attempt = (attempts.get(id) ?? 0) + 1;
    attempts.set(id, attempt);
    headers.push(request.headers);
    response.sendDate = false;
    response.setHeader('Date', new Date(now()).toUTCString());

    const refusal = getCredentials && (await checkSignature(request, body, getCredentials(), now()));
    if (refusal) return respond(response, refusal);
    const fault = findFault(id, attempt);
    const error = fault && ERRORS[fault];
    if (error) return respond(response, createError(...error, fault === 'failed' ? 500 : 400));
    if (fault === 'reset') return void request.socket.resetAndDestroy();
    if (fault === 'hung') return;
    const result = apply(String(request.headers['x-amz-target']), JSON.parse(body), id);
    if (fault === 'reset applied') return void request.socket.resetAndDestroy();
    if (fault === 'hung applied') return;
    if (fault === 'cut applied') return cutResponse(response);
    if (fault === 'late') await delay(LATE_MS);
    respond(response, result);
  });
  return { url, attempts, effects, headers, connections, stop: () => stopServer(server) };
}

/** Starts an HTTP server on a free port of the loopback interface. */
export async function startServer(
  handle: RequestListener,
): Promise<{ url: string; server: Server; connections: () => number }> {
  let connections = 0;
  const server = createServer(handle);
  server.on('connection', () => {
    connections += 1;
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, server, connections: () => connections };
}

export async function stopServer(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
}

function respond(response: ServerResponse, { status, body }: StubResult): void {
  const bytes = Buffer.from(JSON.stringify(body));
  response
    .writeHead(status, { 'Content-Type': 'application/x-amz-json-1.0', 'Content-Length': bytes.length })
    .end(bytes);
}

/** Closes the connection in the middle of the body. */
function cutResponse(response: ServerResponse): void {
  response.writeHead(200, { 'Content-Type': 'application/x-amz-json-1.0', 'Content-Length': 100 });
  response.write('{"Item":{', () => response.destroy());
}

function createError(name: string, message: string, status = 400): StubResult {
  return { status, body: { __type: `com.amazonaws.dynamodb.v20120810#${name}`, message } };
}

const { sha256 } = new DynamoDBClient({ region: 'us-east-1' }).config;

/** Signs the request again, with what was signed, and compares. */
async function checkSignature(
  { headers }: IncomingMessage,
  body: string,
  credentials: StubCredentials,
  nowMs: number,
): Promise<StubResult | undefined> {
  const { authorization = '', 'x-amz-date': date, 'x-amz-security-token': token } = headers;
  const signingDate = new Date(String(date).replace(/^(....)(..)(..)T(..)(..)(..)Z$/, '$1-$2-$3T$4:$5:$6Z'));
  const aheadMs = signingDate.getTime() - nowMs;
  if (Math.abs(aheadMs) > MAX_SKEW_MS) {
    const message = `Signature ${aheadMs < 0 ? 'expired' : 'not yet current'}: ${date}`;
    return createError('InvalidSignatureException', message);
  }
  if (token !== credentials.sessionToken) {
    return createError(
      'UnrecognizedClientException',
      'The security token included in the request is invalid',
    );
  }
  const names = /SignedHeaders=([^,]+)/.exec(authorization)?.[1]?.split(';') ?? [];
  const signer = new SignatureV4({ credentials, region: 'us-east-1', service: 'dynamodb', sha256 });
  const signed = await signer.sign(
    {
      method: 'POST',
      protocol: 'http:',
      hostname: '127.0.0.1',
      path: '/',
      query: {},
      headers: Object.fromEntries(names.map((name) => [name, String(headers[name])])),
      body,
    },
    { signingDate },
  );
  if (signed.headers.authorization === authorization) return;
  return createError('InvalidSignatureException', 'The request signature we calculated does not match');
}

type WriteInput = { Item?: unknown; Key?: unknown; TransactItems?: unknown; ClientRequestToken?: string };

/**
 * Items by the id of the request that writes them. Writes are what the service's are: puts of new items, updates of
 * an item that nobody has changed, and transactions with a token. Reads find an item without attributes.
 *
 * @param countEffect called with the id of each write that is carried out
 */
function createTable(countEffect: (id: string) => void) {
  const written = new Set<string>();
  const tokens = new Set<string>();
  return (target: string, input: WriteInput, id: string): StubResult => {
    const operation = target.slice(target.indexOf('.') + 1);
    if (operation === 'GetItem') return { status: 200, body: { Item: { id: { S: id } } } };
    if (operation === 'Query') return { status: 200, body: { Items: [{ id: { S: id } }], Count: 1 } };
    if (operation === 'TransactWriteItems') {
      const token = String(input.ClientRequestToken);
      if (!tokens.has(token)) countEffect(id);
      tokens.add(token);
      return { status: 200, body: {} };
    }
    if (written.has(id))
      return createError('ConditionalCheckFailedException', 'The conditional request failed');
    written.add(id);
    countEffect(id);
    return { status: 200, body: operation === 'UpdateItem' ? { Attributes: { id: { S: id } } } : {} };
  };
}
