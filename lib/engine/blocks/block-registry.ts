import type { BlockModule } from '#lib/engine/model/block-module.ts';
import { BLOCK_MODULES } from './block-modules.ts';

const BY_TYPE: ReadonlyMap<string, BlockModule> = new Map(
  BLOCK_MODULES.map((module) => [module.type, module]),
);

/** Returns undefined for unknown types, which documents may contain. */
export function blockModule(type: string): BlockModule | undefined {
  return BY_TYPE.get(type);
}
