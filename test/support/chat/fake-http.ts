import type { HttpAnswer, HttpPort, HttpRequest } from '#lib/engine/model/ports.ts';

/** A response, or a failure: an `HttpFailure` where the real port would throw one. */
export type ScriptedAnswer =
  | { status?: number; headers?: Record<string, string>; json?: unknown; text?: string; bytes?: Uint8Array }
  | Error;

export type FakeHttp = HttpPort & {
  /** Requests sent so far. */
  readonly requests: HttpRequest[];
};

/**
 * An HTTP port without a network. It answers each request with the next response of the script, or with what
 * the function returns for it. An unforeseen request fails the test.
 */
export function fakeHttp(script: ScriptedAnswer[] | ((request: HttpRequest) => ScriptedAnswer)): FakeHttp {
  const requests: HttpRequest[] = [];
  const answers = Array.isArray(script) ? [...script] : undefined;
  const port = async (request: HttpRequest): Promise<HttpAnswer> => {
    requests.push(request);
    const answer = typeof script === 'function' ? script(request) : answers?.shift();
    if (!answer) throw new Error(`Unexpected request: ${request.method} ${request.url}`);
    if (answer instanceof Error) throw answer;
    const { status = 200, headers = {}, json, text, bytes } = answer;
    const type = json === undefined ? {} : { 'content-type': 'application/json' };
    const body = bytes ?? new TextEncoder().encode(json === undefined ? (text ?? '') : JSON.stringify(json));
    return { status, headers: { ...type, ...headers }, body };
  };
  return Object.assign(port, { requests });
}
