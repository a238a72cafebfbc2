import * as z from 'zod';
import {
  listOf,
  optionalEnum,
  optionalFlag,
  optionalObject,
  optionalText,
} from '#lib/engine/model/block-options.ts';

const pair = z.object({ key: optionalText, value: optionalText });

export const httpRequestOptions = z.object({
  webhook: optionalObject({
    url: optionalText,
    method: optionalEnum(['POST', 'GET', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'CONNECT', 'OPTIONS', 'TRACE']),
    queryParams: listOf(pair),
    headers: listOf(pair),
    body: optionalText,
  }),
  isCustomBody: optionalFlag,
  isExecutedOnClient: optionalFlag,
  /** Timeout in seconds. */
  timeout: z.number().min(1).max(120).optional().catch(undefined),
  proxyCredentialsId: optionalText,
  responseVariableMapping: z.unknown().optional(),
});

export type HttpRequestOptions = z.output<typeof httpRequestOptions>;
export type WebhookOptions = NonNullable<HttpRequestOptions['webhook']>;
