import { expect, it } from 'vitest';
import { findMergedBots } from '#lib/results/merged-links.ts';

const group = (blocks: unknown[]) => ({ id: 'g', title: 'G', graphCoordinates: { x: 0, y: 0 }, blocks });
const link = (options: unknown) => ({ id: 'l', type: 'Typebot link', options });

it('The bots that merge their results are those of links that say so, and before version 6 of all others', () => {
  const groups = [
    group([
      link({ typebotId: 'yes', mergeResults: true }),
      link({ typebotId: 'default' }),
      link({ typebotId: 'null', mergeResults: null }),
      link({ typebotId: 'no', mergeResults: false }),
      link({ typebotId: 'yes', mergeResults: true }),
      link({ typebotId: 'current', mergeResults: true }),
      ...[{ typebotId: '' }, { typebotId: 7 }, {}, null, 'no', []].map(link),
      { id: 'j', type: 'Jump', options: { typebotId: 'jump', mergeResults: true } },
      null,
    ]),
  ];
  expect(findMergedBots({ version: '6', groups })).toEqual(['yes']);
  expect(findMergedBots({ version: '6.1', groups })).toEqual(['yes']);
  expect(findMergedBots({ version: '5', groups })).toEqual(['yes', 'default', 'null']);
});
