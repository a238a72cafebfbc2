import { ResponseType, type RestApi } from 'aws-cdk-lib/aws-apigateway';
import type { Api } from '#lib/http/contract.ts';
import { chatCorsHeaders } from '#lib/http/cors.ts';
import { GATEWAY_RESPONSES, type GatewayResponse, RESPONSE_HEADERS } from '#lib/http/gateway-responses.ts';
import { MAX_INVOCATION_BYTES } from '#lib/lambda/invocation-payload.ts';
import type { Config } from './config.ts';

/**
 * Gives the responses that API Gateway sends by itself the envelope of all errors, and the headers without
 * which a browser shows a page nothing. A template knows only a few variables of the request, so the response
 * to a body that is too large names the limit, but not the size. Of the two limits, the gateway's and
 * Lambda's, it names the lower one.
 */
export function addGatewayResponses(restApi: RestApi, api: Api, config: Config): void {
  const cors = corsHeaders(api, config);
  // API Gateway takes the content type from the template.
  const { 'content-type': _contentType, ...headers } = RESPONSE_HEADERS;
  for (const [type, response] of Object.entries<GatewayResponse>(GATEWAY_RESPONSES)) {
    restApi.addGatewayResponse(type, {
      type: ResponseType.of(type),
      ...(response.status !== undefined && { statusCode: String(response.status) }),
      responseHeaders: quoted({ ...headers, ...cors, ...response.headers }),
      templates: {
        'application/json': JSON.stringify({
          message: response.message,
          code: response.code,
          requestId: '$context.requestId',
          ...(type === 'REQUEST_TOO_LARGE' && { limitBytes: MAX_INVOCATION_BYTES }),
        }),
      },
    });
  }
}

/** A gateway response cannot read the Origin header, so it names no origin if there are several. */
function corsHeaders(api: Api, config: Config): Record<string, string> {
  if (api === 'chat') return chatCorsHeaders;
  const [origin, ...others] = config.managementCorsOrigins;
  return origin !== undefined && others.length === 0 ? { 'access-control-allow-origin': origin } : {};
}

/** API Gateway expects a literal in single quotes. Without them it would be a mapping expression. */
function quoted(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, `'${value}'`]));
}
