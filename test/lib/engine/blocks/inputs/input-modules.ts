import { BLOCK_MODULES } from '#lib/engine/blocks/block-modules.ts';

export const INPUT_MODULES = BLOCK_MODULES.filter((module) => module.kind === 'input');
