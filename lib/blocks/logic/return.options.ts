import { type BlockSchema, describeFields } from '#lib/blocks/field-schema.ts';

/** Describes a return. It has no options. */
export function describeReturn(): BlockSchema {
  return describeFields({});
}
