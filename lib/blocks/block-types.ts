import { BUBBLE_TYPES, INPUT_TYPES, INTEGRATION_TYPES, LOGIC_TYPES } from './block-lists.ts';
import type { BlockFamily, BlockType } from './block-type.ts';
import { START } from './start.ts';

/**
 * The types that the service knows. Documents may contain other types, which are kept unchanged. A Map rather than an
 * object, because a document's type can be any string, even `constructor`.
 */
export const BLOCK_TYPES: ReadonlyMap<string, BlockType> = new Map([
  ...toEntries('start', [START]),
  ...toEntries('bubble', BUBBLE_TYPES),
  ...toEntries('input', INPUT_TYPES),
  ...toEntries('logic', LOGIC_TYPES),
  ...toEntries('integration', INTEGRATION_TYPES),
]);

function toEntries(
  family: BlockFamily,
  types: readonly Omit<BlockType, 'family'>[],
): [type: string, BlockType][] {
  return types.map((type) => [type.type, { ...type, family }]);
}

/** Returns undefined for an unknown type. A document's type can be any JSON, even an object. */
export function getBlockType({ type }: Readonly<Record<string, unknown>>): BlockType | undefined {
  return typeof type === 'string' ? BLOCK_TYPES.get(type) : undefined;
}

/** Whether the block does nothing without stored credentials. */
export function needsCredentials(type: BlockType | undefined): boolean {
  return type?.credentialsKind !== undefined && !type.worksWithoutCredentials;
}
