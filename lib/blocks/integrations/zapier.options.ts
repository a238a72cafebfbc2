import type { BlockSchema } from '#lib/blocks/field-schema.ts';
import { describeOutgoingRequest } from '#lib/blocks/outgoing-request.options.ts';

/** Describes a block that starts a Zap of Zapier. */
export function describeZapier(): BlockSchema {
  return describeOutgoingRequest('https://hooks.zapier.com/hooks/catch/1/a1b2/');
}
