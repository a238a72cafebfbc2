import { AsyncLocalStorage } from 'node:async_hooks';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { Context } from 'aws-lambda';
import { createGateway, type Gateway } from '#apps/local/gateway/gateway.ts';
import { loadFunction } from '#apps/local/gateway/load-function.ts';
import { startLocalServer } from '#apps/local/local-server.ts';
import { routes } from '#functions/endpoints.ts';
import { useJobStarter } from '#lib/jobs/job-starter.ts';
import type { RunJobOutcome } from '#lib/jobs/run-job.ts';
import type { Api } from '#lib/platform/http/contract.ts';
import { underItsGrants, underNoGrants } from './table-grants.ts';

/** A request as sent over the wire. */
export type WireRequest = {
  api: Api;
  method: string;
  /** Percent-encoded path and query. */
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

/** Calls the gateway and the functions in this process, without sockets. */
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
        // HTTP clients send a content length with every body.
        headers:
          body.length === 0
            ? headers
            : [...headers, ['Content-Length', String(body.length)] as [string, string]],
        body,
        sourceIp: '127.0.0.1',
      };
      const response = await gateway.handle(api, request);
      return {
        status: response.status,
        headers: new Headers(response.headers),
        text: response.body.toString('utf8'),
      };
    },
    stop: async () => {},
  };
}

/** Starts the local server on free ports. */
export async function httpTarget(): Promise<Target> {
  const server = await startLocalServer({ gateway: createGatewayUnderTest(), port: 0, chatPort: 0 });
  return { send: fetchFrom({ management: server.baseUrl, chat: server.chatUrl }), stop: server.stop };
}

/** Calls a service that runs elsewhere. The URLs must not end with a slash. */
export async function remoteTarget(baseUrl: string, chatUrl: string): Promise<Target> {
  return { send: fetchFrom({ management: baseUrl, chat: chatUrl }), stop: async () => {} };
}

/**
 * Runs each job immediately, before the call that starts it returns, so that tests need not wait for it, and
 * skips the waits between slices. A job that waits for a certain time stops there until it is started again.
 */
function runJobsAtOnce(): void {
  const outside = AsyncLocalStorage.snapshot();
  useJobStarter(async (jobId) => {
    const runJob = underItsGrants('run-job', await loadFunction('run-job'));
    // Outside the context of the request that starts the job, because the end of that request would abort the
    // job's own requests.
    const runSlice = () => outside(runJob, { jobId }, UNHURRIED) as Promise<RunJobOutcome>;
    for (;;) {
      const { isOver, waitSeconds } = await runSlice();
      if (isOver || waitSeconds > 0) return;
    }
  });
}

const UNHURRIED = {
  awsRequestId: 'slice',
  getRemainingTimeInMillis: () => Number.POSITIVE_INFINITY,
} as Context;

/** Creates a gateway that logs the causes of 5xx responses, because the responses do not reveal them. */
function createGatewayUnderTest(): Gateway {
  runJobsAtOnce();
  return createGateway({
    endpoints: routes,
    loadFunction: async (id) => underItsGrants(id, await loadFunction(id)),
    authorizer: underNoGrants(async (event, context) => (await loadFunction('authorizer'))(event, context)),
    onFault: (error) => console.error(error),
  });
}

/** Decodes a body without stripping the byte order mark, as `Response.text` would. */
function toText(body: ArrayBuffer): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(body);
}

function fetchFrom(urls: Record<Api, string>): Target['send'] {
  return async ({ api, method, pathAndQuery, headers, body }) => {
    const [, host] = headers.find(([name]) => name.toLowerCase() === 'host') ?? [];
    if (host !== undefined) return await requestFrom(new URL(`${urls[api]}${pathAndQuery}`), method, headers);
    const response = await fetch(`${urls[api]}${pathAndQuery}`, {
      method,
      headers,
      ...(body && { body: new Uint8Array(body) }),
    });
    return { status: response.status, headers: response.headers, text: toText(await response.arrayBuffer()) };
  };
}

/** Sends a request without a body under another Host than that of its URL, which fetch does not do. */
async function requestFrom(url: URL, method: string, headers: WireRequest['headers']): Promise<WireResponse> {
  const sent = request(url, { method, headers: Object.fromEntries(headers) }).end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  const received = Object.entries(response.headersDistinct).flatMap(([name, values = []]) =>
    values.map((value): [string, string] => [name, value]),
  );
  const text = toText(new Uint8Array(await buffer(response)).buffer);
  return { status: response.statusCode ?? 0, headers: new Headers(received), text };
}
