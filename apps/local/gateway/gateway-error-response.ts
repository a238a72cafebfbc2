import type { Api } from '#lib/platform/http/contract.ts';
import { chatCorsHeaders } from '#lib/platform/http/cors.ts';
import type { ErrorEnvelope } from '#lib/platform/http/error-envelope.ts';
import {
  GATEWAY_RESPONSES,
  type GatewayResponse,
  type GatewayResponseType,
  RESPONSE_HEADERS,
} from '#lib/platform/http/gateway-responses.ts';
import type { RawResponse } from './gateway-request.ts';

/** API and id of the request being handled. */
export type Call = { api: Api; requestId: string };

export type ErrorDetails = {
  /** Status for DEFAULT_4XX and DEFAULT_5XX, which do not define one. */
  status?: number;
  /** Replaces the default message of the type. */
  message?: string;
  limitBytes?: number;
  actualBytes?: number;
};

/** Builds one of the gateway's own error responses, in the error envelope. */
export function gatewayErrorResponse(
  type: GatewayResponseType,
  { api, requestId }: Call,
  details: ErrorDetails = {},
): RawResponse {
  const response: GatewayResponse = GATEWAY_RESPONSES[type];
  const { status = 500, message = response.message, ...sizes } = details;
  const envelope: ErrorEnvelope = { message, code: response.code, requestId, ...sizes };
  return {
    status: response.status ?? status,
    headers: Object.entries({
      ...RESPONSE_HEADERS,
      ...response.headers,
      ...(api === 'chat' && chatCorsHeaders),
    }),
    body: Buffer.from(JSON.stringify(envelope)),
  };
}
