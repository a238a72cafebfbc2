import {
  type CompatibleAddress,
  toTheirNames,
  toTheirResponse,
} from '#lib/platform/http/compatible-address.ts';
import type { Endpoint } from '#lib/platform/http/contract.ts';
import { EXAMPLE_CALLER, EXAMPLES, type Example } from './examples.ts';

/**
 * Returns the example of an endpoint. At an address of Typebot it is translated, and only the first, unless
 * the address has one of its own.
 */
export function getExample({ id, derivedFrom }: Endpoint): Example | undefined {
  const own = EXAMPLES[id];
  if (own) return own;
  const example = EXAMPLES[derivedFrom?.id ?? id];
  return derivedFrom && example ? translateExample(example, derivedFrom.address) : example;
}

function translateExample(
  { others: _, summary: __, ...example }: Example,
  address: CompatibleAddress,
): Example {
  return {
    ...example,
    ...(example.params && {
      params: toTheirNames(example.params, address.params ?? {}) as Record<string, string>,
    }),
    ...(example.body && { body: toTheirNames(example.body, address.body ?? {}) as Example['body'] & object }),
    response: toTheirResponse(address, example.response, {
      params: example.params ?? {},
      query: example.query ?? {},
      caller: EXAMPLE_CALLER,
    }),
  };
}
