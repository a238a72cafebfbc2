import { type HttpPort, HttpRequestError } from '#lib/engine/model/ports.ts';
import { recordWork } from '#lib/platform/observability/subsegment.ts';

/**
 * Records each request in the trace of the current call. Only its host: paths and queries hold answers and
 * credentials, for example those of webhooks.
 */
export function recordHttp(http: HttpPort): HttpPort {
  return (request) => {
    const url = URL.parse(request.url);
    return recordWork(() => http(request), {
      name: url?.host || 'invalid URL',
      namespace: 'remote',
      describe: (outcome) => {
        const sent = {
          method: request.method.toUpperCase(),
          url: url?.host ? `${url.protocol}//${url.host}` : '',
        };
        if ('failure' in outcome) {
          const isRefused = outcome.failure instanceof HttpRequestError && outcome.failure.kind === 'refused';
          return { http: { request: sent }, ...(isRefused ? { error: true } : { fault: true }) };
        }
        const { status } = outcome.value;
        return {
          http: { request: sent, response: { status } },
          ...(status >= 400 && status < 500 && { error: true }),
          ...(status === 429 && { throttle: true }),
          ...(status >= 500 && { fault: true }),
        };
      },
    });
  };
}
