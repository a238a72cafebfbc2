import type { BlockSchema } from '#lib/blocks/field-schema.ts';
import { describeOutgoingRequest } from '#lib/blocks/outgoing-request.options.ts';

/** Describes a block that starts a workflow of Pabbly Connect. */
export function describePabbly(): BlockSchema {
  return describeOutgoingRequest('https://connect.pabbly.com/workflow/sendwebhookdata/a1b2');
}
