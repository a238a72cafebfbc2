import type { Api, Endpoint } from '#lib/platform/http/contract.ts';
import { managementOrigins } from '#lib/platform/http/cors.ts';
import { preflightHeaders } from '#lib/platform/http/preflight.ts';
import type { RawResponse } from './gateway-request.ts';

/** The resource that a preflight asks about: a route, or one of `getUnknownPaths`. */
export type PreflightResource = { path: string; endpoints: readonly Endpoint[] };

/**
 * Returns the preflight response that API Gateway would send. The chat API allows every origin. The
 * management API allows only the origins that the operator configured.
 *
 * @param resource the path's template and all its endpoints; of an unknown path, all endpoints of the API
 * @returns undefined if the path accepts no preflight requests
 */
export function preflightResponse(
  api: Api,
  { endpoints }: PreflightResource,
  origin: string | undefined,
): RawResponse | undefined {
  const allowed = api === 'chat' ? ['*'] : managementOrigins();
  if (allowed.length === 0) return undefined;
  const [first = '', ...others] = allowed;
  const named = others.length === 0 ? first : allowed.find((candidate) => candidate === origin);
  const headers = {
    ...preflightHeaders(endpoints),
    ...(others.length > 0 && { vary: 'Origin' }),
    ...(named !== undefined && { 'access-control-allow-origin': named }),
  };
  return { status: 204, headers: Object.entries(headers), body: Buffer.alloc(0) };
}
