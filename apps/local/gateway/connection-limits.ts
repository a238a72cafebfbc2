import type { IncomingMessage, Server, ServerOptions, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { hasBody } from '#apps/local/files/discard-body.ts';

/** Time, connections and memory for requests that have not arrived yet. */
export type ConnectionLimits = {
  /** Time for a request's headers. */
  headersTimeoutMs: number;
  /** Time for a whole request. Long enough for a large file on a slow line. */
  requestTimeoutMs: number;
  /** Time between two searches for connections that are too slow. */
  checkingIntervalMs: number;
  /** Connections that wait for a request, or for the rest of one. */
  maxWaiting: number;
  /** Memory for bodies of all requests together. */
  maxBufferedBytes: number;
};

/** Node itself gives the headers a minute, and limits neither connections nor memory. */
export const CONNECTION_LIMITS: ConnectionLimits = {
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 300_000,
  checkingIntervalMs: 2_000,
  maxWaiting: 500,
  maxBufferedBytes: 128 * 1024 * 1024,
};

/** Options for node:http, which responds with 408 through `refuseInEnvelope`. */
export function toServerOptions(limits: ConnectionLimits): ServerOptions {
  return {
    headersTimeout: limits.headersTimeoutMs,
    requestTimeout: limits.requestTimeoutMs,
    connectionsCheckingInterval: limits.checkingIntervalMs,
  };
}

/**
 * Closes the oldest connection whose request has not arrived when there are too many of them. Refusing new
 * connections instead, as `maxConnections` does, would let those that send nothing keep everybody else out.
 */
export function limitWaitingConnections(server: Server, maxWaiting: number): void {
  /** In the order in which they began to wait. */
  const waiting = new Set<Socket>();
  const wait = (socket: Socket) => {
    if (socket.destroyed) return;
    waiting.add(socket);
    const [oldest] = waiting;
    if (waiting.size > maxWaiting) oldest?.destroy();
  };
  server.on('connection', (socket: Socket) => {
    socket.once('close', () => waiting.delete(socket));
    wait(socket);
  });
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    const stopWaiting = () => waiting.delete(socket);
    if (hasBody(request)) request.once('close', stopWaiting);
    else stopWaiting();
    response.once('close', () => wait(socket));
  });
}
