import type { BlockSchema } from '#lib/blocks/field-schema.ts';
import { describeOutgoingRequest } from '#lib/blocks/outgoing-request.options.ts';

/** Describes a block that sends an HTTP request. */
export function describeHttpRequest(): BlockSchema {
  return describeOutgoingRequest('https://example.com/orders');
}
