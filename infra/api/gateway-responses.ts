import type { Api } from '#lib/platform/http/contract.ts';
import { chatCorsHeaders, originHeaders } from '#lib/platform/http/cors.ts';
import {
  GATEWAY_RESPONSES,
  type GatewayResponse,
  RESPONSE_HEADERS,
} from '#lib/platform/http/gateway-responses.ts';
import { MAX_INVOCATION_BYTES } from '#lib/platform/json/invocation-payload.ts';
import type { Config } from '../config.ts';
import { quoteLiterals } from './quoted-literals.ts';

/**
 * Defines the gateway's own responses, with the common error envelope and the CORS headers that scripts need
 * to read them. Templates can use few variables, so the response to an oversized body contains the limit but
 * not the actual size. The limit is Lambda's, which is lower than the gateway's.
 */
export function gatewayResponses(api: Api, config: Config): Record<string, object> {
  const cors = gatewayCorsHeaders(api, config);
  // API Gateway sets the content type to the template's media type.
  const { 'content-type': _contentType, ...headers } = RESPONSE_HEADERS;
  return Object.fromEntries(
    Object.entries<GatewayResponse>(GATEWAY_RESPONSES).map(([type, response]) => [
      type,
      {
        ...(response.status !== undefined && { statusCode: String(response.status) }),
        responseParameters: quoteLiterals('gatewayresponse.header.', {
          ...headers,
          ...cors,
          ...response.headers,
        }),
        responseTemplates: {
          'application/json': JSON.stringify({
            message: response.message,
            code: response.code,
            requestId: '$context.requestId',
            ...(type === 'REQUEST_TOO_LARGE' && { limitBytes: MAX_INVOCATION_BYTES }),
          }),
        },
      },
    ]),
  );
}

/**
 * Gateway responses cannot depend on the Origin header, so they allow no origin if several are configured.
 */
export function gatewayCorsHeaders(api: Api, config: Config): Record<string, string> {
  if (api === 'chat') return chatCorsHeaders;
  const [origin, ...others] = config.managementCorsOrigins;
  return origin !== undefined && others.length === 0 ? originHeaders(origin) : {};
}
