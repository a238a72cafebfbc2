// Written by `npm run docs` from the files in lib/blocks/. Do not edit.
import { NUMBER_INPUT } from './inputs/number-input.ts';
import { describeNumberInput } from './inputs/number-input.options.ts';
import type { BlockSchema } from './field-schema.ts';

/** Builds the strict description of a block, by its type. Only checks, documentation and forms load this. */
export const BLOCK_DESCRIPTIONS: ReadonlyMap<string, () => BlockSchema> = new Map<string, () => BlockSchema>([
  [NUMBER_INPUT.type, describeNumberInput],
]);
