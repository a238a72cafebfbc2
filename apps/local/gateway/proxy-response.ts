import { validateHeaderName, validateHeaderValue } from 'node:http';
import * as z from 'zod';
import type { RawResponse } from './gateway-request.ts';

const headerValue = z.union([z.string(), z.number(), z.boolean()]).transform(String);

/**
 * Response that a REST API takes from a function. Anything else is a "malformed Lambda proxy response".
 *
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/set-up-lambda-proxy-integrations.html
 */
const proxyResponseSchema = z.object({
  statusCode: z
    .union([
      z.int(),
      z
        .string()
        .regex(/^\d{3}$/)
        .transform(Number),
    ])
    .pipe(z.int().min(100).max(599)),
  headers: z.record(z.string(), headerValue).nullish(),
  multiValueHeaders: z.record(z.string(), z.array(headerValue)).nullish(),
  body: z.string().nullish(),
  isBase64Encoded: z.boolean().nullish(),
});

/** Converts a function's return value to an HTTP response. Undefined if it is malformed. */
export function parseProxyResponse(value: unknown): RawResponse | undefined {
  const { data: response } = proxyResponseSchema.safeParse(value);
  if (!response) return undefined;
  const headers: [string, string][] = [
    ...Object.entries(response.headers ?? {}),
    ...Object.entries(response.multiValueHeaders ?? {}).flatMap(([name, values]) =>
      values.map((one): [string, string] => [name, one]),
    ),
  ];
  if (!headers.some(([name]) => name.toLowerCase() === 'content-type')) {
    headers.push(['Content-Type', 'application/json']);
  }
  if (!headers.every(isValid)) return undefined;
  // A REST API without binary media types does not decode base64 bodies.
  return { status: response.statusCode, headers, body: Buffer.from(response.body ?? '') };
}

function isValid([name, value]: [string, string]): boolean {
  try {
    validateHeaderName(name);
    validateHeaderValue(name, value);
    return true;
  } catch {
    return false;
  }
}
