import { describe, expect, it } from 'vitest';
import { BLOCK_TYPES } from '#lib/blocks/block-types.ts';
import { BLOCK_MODULES } from '#lib/engine/blocks/block-modules.ts';
import { blockModule } from '#lib/engine/blocks/block-registry.ts';

const RUNNING_TYPES = [...BLOCK_TYPES].filter(([, { family }]) => family !== 'start');

describe('The modules of blocks', () => {
  it.each(RUNNING_TYPES)('%s has one, of its family', (type, { family }) => {
    expect(BLOCK_MODULES.filter((module) => module.type === type)).toHaveLength(1);
    expect(blockModule(type)).toMatchObject({ type, kind: family });
  });

  it('all have a known type', () => {
    const unknown = BLOCK_MODULES.map(({ type }) => type).filter((type) => !BLOCK_TYPES.has(type));
    expect(unknown).toStrictEqual([]);
  });

  it.each(['start', 'constructor', '__proto__', '', 'Text', 'sniper'])('has none for "%s"', (type) => {
    expect(blockModule(type)).toBeUndefined();
  });

  it('give every input a unique name for events', () => {
    const names = BLOCK_MODULES.flatMap((module) => (module.kind === 'input' ? [module.shortName] : []));
    expect(new Set(names).size).toBe(names.length);
  });
});
