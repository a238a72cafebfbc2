import * as z from 'zod';
import {
  lenientList,
  optionalEnum,
  optionalFlag,
  optionalObject,
  optionalText,
} from '#lib/engine/model/block-options.ts';
import { once } from '#lib/platform/validation/once.ts';

const pair = once(() => z.object({ key: optionalText, value: optionalText }));

export const httpRequestOptions = once(() =>
  z.object({
    webhook: optionalObject({
      url: optionalText,
      method: optionalEnum(['POST', 'GET', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'CONNECT', 'OPTIONS', 'TRACE']),
      queryParams: lenientList(pair()),
      headers: lenientList(pair()),
      body: optionalText,
    }),
    isCustomBody: optionalFlag,
    isExecutedOnClient: optionalFlag,
    /** In seconds. */
    timeout: z.number().min(1).max(120).optional().catch(undefined),
    proxyCredentialsId: optionalText,
    responseVariableMapping: z.unknown().optional(),
  }),
);

export type HttpRequestOptions = z.output<ReturnType<typeof httpRequestOptions>>;
export type WebhookOptions = NonNullable<HttpRequestOptions['webhook']>;
