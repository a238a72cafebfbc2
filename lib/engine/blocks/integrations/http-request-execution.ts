import type { BlockContext } from '#lib/engine/model/block-module.ts';
import { REQUEST_FAILED, REQUEST_SUCCEEDED } from '#lib/engine/model/hidden-logs.ts';
import { type HttpRequest, HttpRequestError } from '#lib/engine/model/ports.ts';
import { NOT_JSON, parseJsonValue } from '#lib/engine/services/json-value.ts';
import type { MappedResponse } from '#lib/engine/services/response-mapping.ts';
import { toText } from '#lib/engine/services/service-request.ts';
import { getWaitingTimeMs } from '#lib/engine/services/waiting-time.ts';
import { isJsonObject } from '#lib/platform/json/json-object.ts';
import { hasFormType, type ParsedRequest, type RequestBody } from './http-request-parsing.ts';

const DEFAULT_TIMEOUT_S = 10;

/**
 * Sends a block's request and logs the outcome. Even a failure returns a response for the mapping to use.
 * Requests are never retried, because even a GET may have side effects. (Deviation: Typebot
 * retries some requests up to three times.)
 *
 * @param timeoutS the block's timeout, in seconds
 */
export async function executeRequest(
  request: ParsedRequest,
  timeoutS: number | undefined,
  context: Pick<BlockContext, 'ports' | 'log'>,
): Promise<MappedResponse> {
  const { ports } = context;
  // Deviation: Typebot may wait forever.
  const timeoutMs = getWaitingTimeMs((timeoutS ?? DEFAULT_TIMEOUT_S) * 1000, ports);
  const shown = toShownRequest(request, timeoutMs);
  const fail = (statusCode: number, data: unknown): MappedResponse => {
    context.log({
      status: 'error',
      description: REQUEST_FAILED,
      details: JSON.stringify({ statusCode, request: shown, response: data }),
    });
    return { statusCode, data };
  };
  const timedOut = () =>
    fail(408, { message: `Request timed out. (${Math.max(0, Math.round(timeoutMs / 1000))}s)` });

  if (timeoutMs <= 0) return timedOut();
  try {
    const response = await ports.http({ ...toSentRequest(request), handsOnTrace: true, timeoutMs });
    const text = toText(response);
    const value = parseJsonValue(text);
    const data = value === NOT_JSON ? text : value;
    if (response.status < 200 || response.status >= 300) return fail(response.status, data);
    const details = { statusCode: response.status, response: text, request: shown };
    context.log({ status: 'success', description: REQUEST_SUCCEEDED, details: JSON.stringify(details) });
    return { statusCode: response.status, data };
  } catch (error) {
    if (!(error instanceof HttpRequestError)) throw error;
    if (error.kind === 'timeout') return timedOut();
    if (error.kind !== 'refused') {
      return fail(500, {
        context: 'Unknown error while executing HTTP request',
        description: `[${error.message}] fetch failed`,
      });
    }
    const message = `Security validation failed: ${error.message}`;
    context.log({ status: 'error', description: message });
    return { statusCode: 400, data: { message } };
  }
}

/** Formats the request for logs, without headers, which may hold secrets. */
function toShownRequest({ url, method, body }: ParsedRequest, timeoutMs: number) {
  return {
    url: withoutUser(url),
    method,
    timeout: timeoutMs,
    ...(body?.kind === 'json' && { json: body.value }),
    ...(body?.kind === 'text' && { body: body.text }),
  };
}

function withoutUser(url: string): string {
  return url.replace(/^([a-z]+:\/\/)[^/?#]*@/i, '$1');
}

function toSentRequest({ url, method, headers = {}, body }: ParsedRequest): Omit<HttpRequest, 'timeoutMs'> {
  if (!body) return { url, method, headers };
  const hasType = Object.keys(headers).some((name) => name.toLowerCase() === 'content-type');
  return {
    url,
    method,
    headers: !hasType && body.kind === 'json' ? { ...headers, 'content-type': 'application/json' } : headers,
    body: hasFormType(headers) ? formText(body) : body.text,
  };
}

/** Encodes a JSON object as form fields. Other bodies are sent unchanged. */
function formText(body: RequestBody): string {
  if (body.kind === 'text' || !isJsonObject(body.value)) return body.text;
  const fields = Object.entries(body.value).map(([key, value]): [string, string] => [
    key,
    typeof value === 'string' ? value : (JSON.stringify(value) ?? ''),
  ]);
  return new URLSearchParams(fields).toString();
}
