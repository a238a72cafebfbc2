import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type ScriptedResponse = {
  status?: number;
  headers?: Record<string, string>;
  /** Sent as JSON unless it is text. */
  body: unknown;
};

export type ScriptedRequest = { line: string; headers: IncomingMessage['headers']; body: string };

export type ScriptedService = {
  /** Requests such as `GET /v1/bots`, in the order of arrival. */
  lines: string[];
  requests: ScriptedRequest[];
  baseUrl: string;
  /** Environment of a command line that uses this service. */
  env: NodeJS.ProcessEnv;
  stop(): Promise<void>;
};

/**
 * Starts a fake service that responds to each request as scripted.
 *
 * @param respondTo receives the request line and the request's number, starting at 1. Undefined breaks the
 *   connection.
 */
export async function startScriptedService(
  respondTo: (line: string, count: number) => ScriptedResponse | undefined,
): Promise<ScriptedService> {
  const requests: ScriptedRequest[] = [];
  const server = createServer((request, response) => {
    void respond(request, response);
  }).listen(0, '127.0.0.1');
  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const line = `${request.method} ${request.url}`;
    requests.push({ line, headers: request.headers, body: Buffer.concat(chunks).toString() });
    const scripted = respondTo(line, requests.length);
    if (!scripted) {
      request.socket.destroy();
      return;
    }
    const { status = 200, headers = {}, body } = scripted;
    const isText = typeof body === 'string';
    response.writeHead(status, { 'content-type': isText ? 'text/csv' : 'application/json', ...headers });
    response.end(isText ? body : JSON.stringify(body));
  }
  await once(server, 'listening');
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    requests,
    get lines() {
      return requests.map(({ line }) => line);
    },
    baseUrl,
    env: { HOME: '/nonexistent', BOTS_BASE_URL: baseUrl, BOTS_TOKEN: 'bot_x' },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
