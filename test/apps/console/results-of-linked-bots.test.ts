import { describe, expect, it } from 'vitest';
import { countGroups } from '#apps/console/insights/count-groups.ts';
import type { Flow } from '#apps/console/results/flow.ts';
import { type ListedResult, toResultColumns } from '#apps/console/results/result-columns.ts';

const flow = (botId: string, title: string, blockIds: string[]): Flow => ({
  botId,
  version: '6',
  // Copies of a bot have the same group ids.
  groups: [
    {
      id: 'g',
      title,
      graphCoordinates: { x: 0, y: 0 },
      blocks: blockIds.map((id) => ({ id, type: 'text input' })),
    },
  ],
  variables: [],
});

const result = (id: string, isCompleted: boolean, blockIds: string[], groupId = 'g'): ListedResult => ({
  id,
  botId: 'own',
  createdAt: '2026-01-01T00:00:00.000Z',
  hasStarted: true,
  isCompleted,
  isArchived: false,
  variables: [],
  answers: blockIds.map((blockId) => ({
    createdAt: '2026-01-01T00:00:00.000Z',
    resultId: id,
    blockId,
    groupId,
    variableId: null,
    content: `to ${blockId}`,
    storageUsed: 0,
  })),
});

const flows = [flow('own', 'Start', ['a']), flow('child', 'Mail', ['b'])];

describe('The funnel', () => {
  it('counts the groups of linked bots apart, with their titles', () => {
    const results = [
      result('r', true, ['a', 'b']),
      result('s', false, ['a', 'b']),
      result('t', false, ['a']),
    ];
    expect(countGroups(results, flows, [])).toEqual([
      { id: 'own/g', title: 'Start', answered: 3, left: 1 },
      { id: 'child/g', title: 'Mail', answered: 2, left: 1 },
    ]);
  });

  it('takes the title of a removed group from a release, or else its id', () => {
    const results = [result('r', true, ['x'], 'removed'), result('s', true, ['y'], 'erased')];
    const former = [{ ...flow('own', 'Removed', ['x']), groups: [] }, flow('own', 'Removed', ['x'])].map(
      (earlier) => ({ ...earlier, groups: earlier.groups.map((group) => ({ ...group, id: 'removed' })) }),
    );
    const titles = countGroups(results, flows, former).map(({ title }) => title);
    expect(titles.toSorted()).toEqual(['Removed', 'erased']);
  });
});

describe("The table's columns", () => {
  it('are those of the export, with those of removed questions that the results answer', () => {
    const former = [flow('own', 'Removed', ['x', 'unanswered'])];
    const results = [result('r', true, ['a', 'b', 'x', 'unknown']), result('s', true, ['a'])];
    const { titles, toCells } = toResultColumns(flows, former, results);
    expect(titles).toEqual(['Start', 'Mail', 'Removed', 'unknown']);
    expect(results.map(toCells)).toEqual([
      ['to a', 'to b', 'to x', 'to unknown'],
      ['to a', '', '', ''],
    ]);
    expect(toResultColumns(flows, former, []).titles).toEqual(['Start', 'Mail']);
  });
});
