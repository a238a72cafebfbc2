import type { BlockSchema } from '#lib/blocks/field-schema.ts';
import { describeOutgoingRequest } from '#lib/blocks/outgoing-request.options.ts';

/** Describes a block that starts a scenario of Make. */
export function describeMakeCom(): BlockSchema {
  return describeOutgoingRequest('https://hook.eu1.make.com/a1b2');
}
