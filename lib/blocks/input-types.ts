import { INPUT_TYPES } from './block-lists.ts';
import type { InputType } from './block-type.ts';

/** Type of an input. */
export type InputName = (typeof INPUT_TYPES)[number]['type'];

const BY_TYPE: ReadonlyMap<unknown, InputType> = new Map<unknown, InputType>(
  INPUT_TYPES.map((type) => [type.type, type]),
);

/** Returns undefined unless the block is an input. Loads less than `getBlockType`, which knows all types. */
export function getInputType({ type }: Readonly<Record<string, unknown>>): InputType | undefined {
  return BY_TYPE.get(type);
}

/** Whether the block asks respondents for an answer. */
export function isInputBlock(block: Readonly<Record<string, unknown>>): boolean {
  return getInputType(block) !== undefined;
}
