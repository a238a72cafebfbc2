import { type ClientRequest, Agent as HttpAgent, type IncomingMessage, request as sendHttp } from 'node:http';
import { Agent as HttpsAgent, request as sendHttps } from 'node:https';
import type { DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';

type SdkHandle = Extract<NonNullable<DynamoDBClientConfig['requestHandler']>, { handle: unknown }>['handle'];
type SdkRequest = Parameters<SdkHandle>[0];
type SendOptions = NonNullable<Parameters<SdkHandle>[1]>;
type SdkOutput = Awaited<ReturnType<SdkHandle>>;

/** Timeouts in milliseconds. */
export type DynamoDbTimeouts = {
  /** Until the request has an open connection. While all connections are in use, it waits for one. */
  connectionTimeout: number;
  /** Until the response begins, and then between two parts of it. */
  requestTimeout: number;
};

/** The SDK's default number of connections. */
const MAX_CONNECTIONS = 50;

/** Node's codes of a lost connection. The SDK names these errors TimeoutError, too. */
const LOST_CONNECTION = new Set(['ECONNRESET', 'EPIPE', 'ETIMEDOUT']);

/**
 * Sends requests to DynamoDB, in place of the SDK's handler for all services. It does without what DynamoDB
 * never uses: bodies that are streams, `Expect: 100-continue`, warnings about busy connections, and a writable
 * stream that collects each response. Errors have the same names and codes as there, because the SDK decides by
 * them whether to retry.
 */
export class DynamoDbHttpHandler {
  readonly metadata = { handlerProtocol: 'http/1.1' };
  private timeouts: DynamoDbTimeouts;
  private readonly agents: { http?: HttpAgent; https?: HttpsAgent } = {};

  constructor(timeouts: DynamoDbTimeouts) {
    this.timeouts = timeouts;
  }

  /**
   * @throws TimeoutError if a timeout has passed or the connection was lost, AbortError once the signal is aborted,
   *   Node's error if there is no connection
   */
  handle(request: SdkRequest, { abortSignal, requestTimeout }: SendOptions = {}): Promise<SdkOutput> {
    const signal = abortSignal as AbortSignal | undefined;
    const responseTimeout = requestTimeout ?? this.timeouts.requestTimeout;
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(createAbortError(signal.reason));
      const sent = this.send(request);
      const fail = (error: Error) => {
        stopWaiting();
        reject(error);
        sent.destroy();
      };
      const connectionTimer = startTimer(this.timeouts.connectionTimeout, 'a connection', fail);
      const responseTimer = startTimer(responseTimeout, 'a response', (error) =>
        fail(Object.assign(error, { code: 'ETIMEDOUT' })),
      );
      const onAbort = () => fail(createAbortError(signal?.reason));
      signal?.addEventListener('abort', onAbort, { once: true });
      const stopWaiting = () => {
        clearTimeout(connectionTimer);
        clearTimeout(responseTimer);
        signal?.removeEventListener('abort', onAbort);
      };

      sent.on('socket', (socket) => {
        if (socket.connecting) socket.once('connect', () => clearTimeout(connectionTimer));
        else clearTimeout(connectionTimer);
      });
      sent.on('error', (error: NodeJS.ErrnoException) => {
        if (LOST_CONNECTION.has(error.code ?? '')) error.name = 'TimeoutError';
        fail(error);
      });
      sent.on('response', (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => {
          parts.push(part);
          responseTimer.refresh();
        });
        response.on('error', fail);
        response.on('end', () => {
          stopWaiting();
          resolve(toSdkOutput(response, parts));
        });
      });
      sent.end(request.body);
    });
  }

  private send({
    protocol,
    hostname,
    port,
    path,
    query,
    username,
    method,
    headers,
  }: SdkRequest): ClientRequest {
    if (username !== undefined || Object.keys(query).length > 0) {
      throw new Error("DynamoDB's address cannot have a user or a query");
    }
    // Node takes an IPv6 address without the brackets that it has in a URL.
    const target = { hostname: hostname.replace(/^\[|\]$/g, ''), port, path, method, headers };
    const settings = { keepAlive: true, maxSockets: MAX_CONNECTIONS };
    if (protocol === 'http:') {
      this.agents.http ??= new HttpAgent(settings);
      return sendHttp({ ...target, agent: this.agents.http });
    }
    this.agents.https ??= new HttpsAgent(settings);
    return sendHttps({ ...target, agent: this.agents.https });
  }

  updateHttpClientConfig(key: keyof DynamoDbTimeouts, value: number): void {
    this.timeouts = { ...this.timeouts, [key]: value };
  }

  httpHandlerConfigs(): DynamoDbTimeouts {
    return this.timeouts;
  }

  /** Closes all connections. */
  destroy(): void {
    this.agents.http?.destroy();
    this.agents.https?.destroy();
  }
}

function startTimer(ms: number, awaited: string, fail: (error: Error) => void): NodeJS.Timeout {
  return setTimeout(() => {
    const error = new Error(`DynamoDB: the request had to wait longer than ${ms} ms for ${awaited}`);
    fail(Object.assign(error, { name: 'TimeoutError' }));
  }, ms);
}

function createAbortError(cause: unknown): Error {
  return Object.assign(new Error('Request aborted', { cause }), { name: 'AbortError' });
}

/** Only `set-cookie` would be a list of headers, and DynamoDB does not send it. */
function toSdkOutput({ statusCode = -1, headers }: IncomingMessage, parts: Buffer[]): SdkOutput {
  const body = parts.length === 1 ? parts[0] : Buffer.concat(parts);
  return { response: { statusCode, headers: headers as Record<string, string>, body } };
}
