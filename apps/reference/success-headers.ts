import type { Endpoint } from '#lib/platform/http/contract.ts';
import type { JsonObject } from '#lib/platform/json/json-object.ts';

/** Response headers that callers should know, as components. The HTTP tests fail if one is missing here. */
export const SUCCESS_HEADERS: Record<string, JsonObject> = {
  'Content-Disposition': {
    description: 'A name for the file.',
    required: true,
    schema: { type: 'string' },
  },
  ETag: {
    description:
      "Version of the draft. Send it back as If-Match, so that nobody else's change is overwritten.",
    required: true,
    schema: { type: 'string' },
  },
  'Idempotency-Replayed': {
    description: 'The response was first sent to an earlier request with the same Idempotency-Key.',
    schema: { const: 'true' },
  },
  Location: {
    description: 'Address of the page. The site adds the query of the request; the API does not.',
    required: true,
    schema: { type: 'string' },
  },
  'X-Export-Complete': {
    description: 'Whether this is the last page of the file.',
    required: true,
    schema: { enum: ['true', 'false'] },
  },
  'X-Next-Cursor': {
    description: '`cursor` of the next page. Absent on the last one.',
    schema: { type: 'string' },
  },
};

/** @throws Error if a contract names a header that is not described */
export function getSuccessHeaders({ responseHeaders = [], idempotent }: Endpoint): {
  headers?: Record<string, JsonObject>;
} {
  const names = [...responseHeaders, ...(idempotent ? ['Idempotency-Replayed'] : [])];
  if (names.length === 0) return {};
  return { headers: Object.fromEntries(names.map((name) => [name, toReference(name)])) };
}

/** Returns the headers of a redirect. */
export function getRedirectHeaders(): Record<string, JsonObject> {
  return { Location: toReference('Location') };
}

function toReference(name: string): JsonObject {
  if (!Object.hasOwn(SUCCESS_HEADERS, name))
    throw new Error(`apps/reference/success-headers.ts does not describe ${name}`);
  return { $ref: `#/components/headers/${name}` };
}
