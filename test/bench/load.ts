import autocannon, { type Options, type Result } from 'autocannon';

/** An HTTP request, ready to be sent. */
export type HttpCall = {
  method: 'GET' | 'POST' | 'PATCH';
  path: string;
  headers?: Record<string, string>;
  body?: string;
};

export type Load = { requestsPerSecond: number; latencyMs: { p50: number; p99: number } };

/**
 * Sends each request once, over this many concurrent connections.
 *
 * @throws Error unless every response has status 200
 */
export async function sendAll(url: string, calls: HttpCall[], connections: number): Promise<Load> {
  let next = 0;
  let lastMs = 0;
  const startMs = performance.now();
  const { promise, resolve, reject } = Promise.withResolvers<Result>();
  const options: Options = {
    url,
    connections,
    amount: calls.length,
    requests: [
      {
        setupRequest: (request) => {
          const call = calls[next % calls.length];
          next += 1;
          return { ...request, ...call };
        },
      },
    ],
  };
  const instance = autocannon(options, (error, result) => (error ? reject(error) : resolve(result)));
  instance.on('response', () => {
    lastMs = performance.now();
  });
  const result = await promise;
  if (result['2xx'] !== calls.length || result.errors > 0) {
    throw new Error(
      `${url}${calls[0]?.path}: ${JSON.stringify(result.statusCodeStats)}, ${result.errors} errors`,
    );
  }
  return {
    // autocannon looks once a second whether it is done, and its own duration ends then.
    requestsPerSecond: (calls.length * 1_000) / (lastMs - startMs),
    latencyMs: { p50: result.latency.p50, p99: result.latency.p99 },
  };
}
