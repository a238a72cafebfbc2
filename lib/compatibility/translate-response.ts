import type { JsonObject } from '#lib/platform/json/json-object.ts';
import type { CheckedRequest, CompatibleAddress } from './compatible-address.ts';
import { toTheirNames } from './translate-names.ts';

/** Translates the body of a successful response. */
export function toTheirResponse(
  { response, fromResponse }: CompatibleAddress,
  body: unknown,
  request: CheckedRequest,
): unknown {
  const named = response ? toTheirNames(body, response) : body;
  return fromResponse ? fromResponse(named as JsonObject, request) : named;
}
