import * as z from 'zod';
import type { Endpoint } from '#lib/platform/http/contract.ts';

/** Whether a route is an address of Typebot, which ignores unknown query parameters. */
export function isCompatibleRoute({ derivedFrom, compatibility, path }: Endpoint): boolean {
  return derivedFrom !== undefined || compatibility?.some((address) => address.path === path) === true;
}

/** Whether the contract takes query parameters of any name. */
export function takesAnyQuery({ request }: Endpoint): boolean {
  return request.query instanceof z.ZodObject && request.query.def.catchall instanceof z.ZodUnknown;
}
