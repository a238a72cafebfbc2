import type { Example } from '#functions/endpoint-description.ts';
import { findAddress } from '#lib/compatibility/address-table.ts';
import type { CompatibleAddress } from '#lib/compatibility/compatible-address.ts';
import { toTheirNames } from '#lib/compatibility/translate-names.ts';
import { toTheirResponse } from '#lib/compatibility/translate-response.ts';
import { type Endpoint, getFunctionId } from '#lib/platform/http/contract.ts';
import { EXAMPLE_CALLER, EXAMPLES } from './examples.ts';

/**
 * Returns the example of an endpoint. At an address of Typebot it is translated, and only the first if the address has a
 * path of its own, unless it has an example of its own, too.
 */
export function getExample(endpoint: Endpoint): Example | undefined {
  const { id, servedBy } = endpoint;
  const example = EXAMPLES[id] ?? EXAMPLES[getFunctionId(endpoint)];
  const address = findAddress(endpoint);
  if (!example || !address || (servedBy && EXAMPLES[id])) return example;
  if (!servedBy) {
    // The example of an endpoint for Typebot alone is in its form already.
    return address.isOnlyForTypebot ? example : { ...example, response: translateResponse(example, address) };
  }
  const { others: _, summary: __, ...first } = example;
  return {
    ...first,
    ...(first.params && {
      params: toTheirNames(first.params, address.params ?? {}) as Record<string, string>,
    }),
    ...(first.body && { body: toTheirNames(first.body, address.body ?? {}) as Example['body'] & object }),
    response: translateResponse(first, address),
  };
}

function translateResponse({ params = {}, query = {}, response }: Example, address: CompatibleAddress) {
  return toTheirResponse(address, response, { params, query, caller: EXAMPLE_CALLER });
}
