import type { Api } from '#lib/http/contract.ts';
import { chatCorsHeaders } from '#lib/http/cors.ts';
import type { ErrorEnvelope } from '#lib/http/error-envelope.ts';
import {
  GATEWAY_RESPONSES,
  type GatewayResponse,
  type GatewayResponseType,
  RESPONSE_HEADERS,
} from '#lib/http/gateway-responses.ts';
import type { GatewayAnswer } from './gateway-request.ts';

/** The request that is being handled. */
export type Call = { api: Api; requestId: string };

export type GatewayAnswerDetails = {
  /** Status of the failure itself, for the two default types, which have no status of their own. */
  status?: number;
  /** More specific than the message of the type. */
  message?: string;
  limitBytes?: number;
  actualBytes?: number;
};

/** A response that the gateway sends by itself: the type's entry in the table, in the error envelope. */
export function gatewayAnswer(
  type: GatewayResponseType,
  { api, requestId }: Call,
  details: GatewayAnswerDetails = {},
): GatewayAnswer {
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
