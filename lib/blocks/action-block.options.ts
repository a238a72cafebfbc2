import type * as z from 'zod';
import {
  type BlockSchema,
  describeCredentials,
  describeFields,
  describeString,
  describeVariants,
} from './field-schema.ts';

/** Describes an action block by the fields of all actions, and those of each action by its name. */
export function describeActionBlock(
  common: z.ZodRawShape,
  actions: Readonly<Record<string, z.ZodRawShape>>,
  { unofferedActions }: { unofferedActions?: readonly string[] } = {},
): BlockSchema {
  const hint = { title: 'Action', ...(unofferedActions && { unofferedChoices: unofferedActions }) };
  return describeFields({ options: describeVariants(common, { name: 'action', hint }, actions) });
}

/** Describes the stored credentials that all actions of a block use. */
export function describeAccount(): z.ZodRawShape {
  return { credentialsId: describeCredentials({ title: 'Account' }) };
}

/** Describes the credentials that a block may name although no action needs them. */
export function describeUnusedAccount(): z.ZodRawShape {
  return { credentialsId: describeString({ title: 'Account', control: 'hidden' }) };
}
