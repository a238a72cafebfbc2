import * as z from 'zod';
import { findAddress } from '#lib/compatibility/address-table.ts';
import type { Endpoint } from '#lib/platform/http/contract.ts';

/** Whether a route is an address of Typebot, which ignores unknown query parameters. */
export function isCompatibleRoute(endpoint: Endpoint): boolean {
  return findAddress(endpoint) !== undefined;
}

/** Whether the contract takes query parameters of any name. */
export function takesAnyQuery({ request }: Endpoint): boolean {
  return request.query instanceof z.ZodObject && request.query.def.catchall instanceof z.ZodUnknown;
}
