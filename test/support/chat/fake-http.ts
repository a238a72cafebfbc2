import type { HttpPort, HttpRequest, HttpResponse } from '#lib/engine/model/ports.ts';

/** A response, or an error to throw, such as an `HttpRequestError`. */
export type ScriptedResponse =
  | { status?: number; headers?: Record<string, string>; json?: unknown; text?: string; bytes?: Uint8Array }
  | Error;

export type FakeHttp = HttpPort & {
  /** Requests sent so far. */
  readonly requests: HttpRequest[];
};

/**
 * Creates an HTTP port without network access. It returns the scripted responses in order, or whatever the
 * function returns for a request. Unexpected requests fail the test.
 */
export function fakeHttp(
  script: ScriptedResponse[] | ((request: HttpRequest) => ScriptedResponse),
): FakeHttp {
  const requests: HttpRequest[] = [];
  const answers = Array.isArray(script) ? [...script] : undefined;
  const port = async (request: HttpRequest): Promise<HttpResponse> => {
    requests.push(request);
    const response = typeof script === 'function' ? script(request) : answers?.shift();
    if (!response) throw new Error(`Unexpected request: ${request.method} ${request.url}`);
    if (response instanceof Error) throw response;
    const { status = 200, headers = {}, json, text, bytes } = response;
    const type = json === undefined ? {} : { 'content-type': 'application/json' };
    const body = bytes ?? new TextEncoder().encode(json === undefined ? (text ?? '') : JSON.stringify(json));
    return { status, headers: { ...type, ...headers }, body };
  };
  return Object.assign(port, { requests });
}
