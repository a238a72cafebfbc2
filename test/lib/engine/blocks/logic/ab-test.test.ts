import { describe, expect, it } from 'vitest';
import { abTestBlock } from '#lib/engine/blocks/logic/ab-test.ts';
import { blockContext } from '#test/support/chat/block-context.ts';

const a = { id: '1', path: 'a', outgoingEdgeId: 'ea' };
const b = { id: '2', path: 'b', outgoingEdgeId: 'eb' };

function run(items: unknown, random: number, options?: unknown): unknown {
  const context = blockContext({ ports: { random: () => random } });
  return abTestBlock.run({ id: 'x', type: 'AB test', items, options }, context);
}

describe('An AB test', () => {
  it.each([
    ['below half', 0.499, undefined, 'ea'],
    ['from half', 0.5, undefined, 'eb'],
    ['never A', 0, { aPercent: 0 }, 'eb'],
    ['always A', 0.999, { aPercent: 100 }, 'ea'],
    ['a fifth', 0.19, { aPercent: 20 }, 'ea'],
    ['above a fifth', 0.2, { aPercent: 20 }, 'eb'],
    ['an invalid percentage', 0.4, { aPercent: 'x' }, 'ea'],
  ])('picks %s', (_, random, options, edgeId) => {
    expect(run([a, b], random, options)).toStrictEqual({
      go: { edgeId },
      itemId: edgeId === 'ea' ? '1' : '2',
    });
  });

  it.each([
    ['is B where A leads nowhere', [{ path: 'a' }, b], 0, { go: { edgeId: 'eb' }, itemId: '2' }],
    ['continues if B leads nowhere', [a, { path: 'b' }], 0.9, {}],
    ['continues if neither leads anywhere', [{ path: 'a' }, { path: 'b' }], 0, {}],
    ['continues without items', null, 0, {}],
  ])('%s', (_, items, random, outcome) => {
    expect(run(items, random)).toStrictEqual(outcome);
  });
});
