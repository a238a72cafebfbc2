import { Agent, request as httpRequest } from 'node:http';

export type SentRequest = {
  /** Origin of the server, such as `http://127.0.0.1:3000`. */
  baseUrl: string;
  method: string;
  /** Path and query, sent verbatim. */
  pathAndQuery: string;
  headers: [name: string, value: string][];
  body: Buffer | undefined;
};

export type ReceivedResponse = { status: number; headers: Headers; text: string };

const agent = new Agent({ keepAlive: true });

/** Sends a request verbatim. `fetch` would normalize the path, method and headers. */
export async function sendRaw(request: SentRequest): Promise<ReceivedResponse> {
  try {
    return await sendOnce(request);
  } catch (error) {
    // Safe to retry: the server closed an idle keep-alive connection before it received the request.
    if (error instanceof IdleConnectionClosedError) return await sendOnce(request);
    throw error;
  }
}

class IdleConnectionClosedError extends Error {
  override name = 'IdleConnectionClosedError';
}

function sendOnce({ baseUrl, method, pathAndQuery, headers, body }: SentRequest): Promise<ReceivedResponse> {
  const { hostname, port, host } = new URL(baseUrl);
  const names = headers.map(([name]) => name.toLowerCase());
  const all = [
    ...(names.includes('host') ? [] : [['Host', host]]),
    ...headers,
    ...(names.includes('content-length') ? [] : [['Content-Length', String(body?.length ?? 0)]]),
  ];
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      { agent, hostname, port, method, path: pathAndQuery, headers: all.flat() as never },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: new Headers(toPairs(response.rawHeaders)),
            text: new TextDecoder('utf-8', { ignoreBOM: true }).decode(Buffer.concat(chunks)),
          }),
        );
      },
    );
    request.on('error', (error: NodeJS.ErrnoException) =>
      reject(request.reusedSocket && error.code === 'ECONNRESET' ? new IdleConnectionClosedError() : error),
    );
    request.end(body);
  });
}

function toPairs(raw: string[]): [string, string][] {
  return raw.flatMap((name, n): [string, string][] => (n % 2 === 0 ? [[name, raw[n + 1] ?? '']] : []));
}
