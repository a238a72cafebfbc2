import type { HttpPort, HttpRequest } from '#lib/engine/model/ports.ts';
import { createTraceparent } from '#lib/platform/observability/call-trace.ts';
import { recordWork } from '#lib/platform/observability/record-work.ts';
import { TRACEPARENT_HEADER } from '#lib/platform/observability/traceparent.ts';

/**
 * Records each request in the trace of the current call, and hands the trace on if the request asks for that. Records only the
 * host: paths and queries hold answers and credentials, such as those of webhooks.
 */
export function recordHttp(http: HttpPort): HttpPort {
  return (request) => {
    const url = URL.parse(request.url);
    return recordWork((spanId) => http(addTraceparent(request, spanId)), {
      name: url?.host || 'invalid URL',
      request: {
        method: request.method.toUpperCase(),
        url: url?.host ? `${url.protocol}//${url.host}` : '',
      },
    });
  };
}

/** Adds the header that continues the trace, unless the author has set it. */
function addTraceparent(request: HttpRequest, spanId: string): HttpRequest {
  const traceparent = request.handsOnTrace ? createTraceparent(spanId) : undefined;
  const { headers = {} } = request;
  const isSet = Object.keys(headers).some((name) => name.trim().toLowerCase() === TRACEPARENT_HEADER);
  if (traceparent === undefined || isSet) return request;
  return { ...request, headers: { ...headers, [TRACEPARENT_HEADER]: traceparent } };
}
