import { describe, expect, it } from 'vitest';
import type { BotFlow } from '#lib/bots/document/bot-document.ts';
import { type ColumnFlow, toCsvColumns as toColumns } from '#lib/results/csv-columns.ts';
import type { ListedResult } from '#lib/results/result-schema.ts';

const flow = (groups: [title: string, ...blocks: unknown[]][], variables: BotFlow['variables'] = []) => ({
  groups: groups.map(([title, ...blocks]) => ({
    id: title,
    title,
    graphCoordinates: { x: 0, y: 0 },
    blocks,
  })),
  variables,
});

const toCsvColumns = (...current: ColumnFlow[]) => toColumns({ current });

const input = (id: string, variableId?: string) => ({ id, type: 'text input', options: { variableId } });

const result = (
  answers: [blockId: string, content: string, variableId?: string][],
  fields: Partial<ListedResult> = {},
): ListedResult => ({
  id: 'r1',
  botId: 'b',
  createdAt: '2026-01-01T00:00:00.000Z',
  hasStarted: true,
  isCompleted: true,
  isArchived: false,
  variables: [],
  ...fields,
  answers: answers.map(([blockId, content, variableId = null]) => ({
    createdAt: '2026-01-01T00:00:00.000Z',
    resultId: 'r1',
    groupId: 'g',
    storageUsed: 0,
    blockId,
    content,
    variableId,
  })),
});

const LAST = ['Completed', 'Result id', 'Other'];
const LAST_CELLS = ['true', 'r1', ''];

describe('toCsvColumns', () => {
  it('titles a question with its variable or else its group, and adds the other variables', () => {
    const { titles, toRow } = toCsvColumns(
      flow(
        [
          ['Welcome', { id: 't', type: 'text' }, input('q1', 'v-name')],
          ['Age', input('q2')],
        ],
        [
          { id: 'v-score', name: 'Score' },
          { id: 'v-name', name: 'Name' },
          { id: 'v-secret', name: 'Secret', isSessionVariable: true },
        ],
      ),
    );
    expect(titles).toStrictEqual(['Submitted at', 'Name', 'Age', 'Score', ...LAST]);
    const variables = [
      { id: 'v-score', name: 'Score', value: ['1', null, '3'] },
      { id: 'v-name', name: 'Name', value: 'not shown, because the question was answered' },
      { id: 'v-secret', name: 'Secret', value: 's', isSessionVariable: true },
    ];
    expect(
      toRow(
        result(
          [
            ['q1', 'Ada'],
            ['q2', '36'],
          ],
          { variables },
        ),
      ),
    ).toStrictEqual(['2026-01-01T00:00:00.000Z', 'Ada', '36', '1, , 3', ...LAST_CELLS]);
  });

  it('gives questions that share a variable one column', () => {
    const { titles, toRow } = toCsvColumns(
      flow(
        [
          ['A', input('q1', 'v')],
          ['B', input('q2', 'v')],
        ],
        [{ id: 'v', name: 'Name' }],
      ),
    );
    expect(titles).toStrictEqual(['Submitted at', 'Name', ...LAST]);
    expect(
      toRow(
        result([
          ['q1', 'Ada'],
          ['q2', 'Grace'],
        ]),
      )[1],
    ).toBe('Ada, Grace');
  });

  it("shows a variable's value if its question was not answered", () => {
    const { toRow } = toCsvColumns(flow([['A', input('q1', 'v')]], [{ id: 'v', name: 'Name' }]));
    expect(toRow(result([], { variables: [{ id: 'v', name: 'Name', value: 'Ada' }] }))[1]).toBe('Ada');
  });

  it('keeps answers and variables that the flow no longer has', () => {
    const { toRow } = toCsvColumns(flow([], [{ id: 'v', name: 'Name' }]));
    const row = toRow(
      result(
        [
          ['gone', 'Ada', 'v'],
          ['gone too', 'Blue'],
        ],
        {
          variables: [
            { id: 'w', name: 'Old', value: 'x' },
            { id: 'e', name: 'Empty', value: null },
          ],
          omittedAnswers: 3,
        },
      ),
    );
    expect(row[1]).toBe('Ada');
    expect(JSON.parse(row.at(-1) ?? '')).toStrictEqual([
      { blockId: 'gone too', content: 'Blue' },
      { variable: 'Old', value: 'x' },
      { omittedAnswers: 3 },
    ]);
  });

  it('makes titles unique and never empty', () => {
    const { titles } = toCsvColumns(
      flow([
        ['', input('a')],
        ['', input('b')],
        ['Other', input('c')],
        ['Other (2)', input('d')],
        ['x'.repeat(999), input('e')],
      ]),
    );
    expect(new Set(titles).size).toBe(titles.length);
    expect(titles.slice(1, 5)).toStrictEqual(['Untitled', 'Untitled (2)', 'Other', 'Other (2)']);
    expect(titles.at(-1)).toBe('Other (3)');
    expect(titles[5]).toHaveLength(250);
  });

  it('makes as many cells as titles for any document', () => {
    const odd = flow([
      ['A', null, 7, { id: 7, type: 'text input' }, { id: 'x', type: 'cards', options: 'no' }],
    ]);
    const { titles, toRow } = toCsvColumns(odd);
    expect(toRow(result([]))).toHaveLength(titles.length);
  });

  const own = flow([['Own', input('o', 'own-name')]], [{ id: 'own-name', name: 'Name' }]);

  it('gives variables of the same name in linked bots one column, because chats merge them', () => {
    const linked = flow(
      [['Linked', input('l1', 'linked-name'), input('l2', 'mail')]],
      [
        { id: 'linked-name', name: 'Name' },
        { id: 'mail', name: 'Mail' },
      ],
    );
    const other = flow([], [{ id: 'other-mail', name: 'Mail' }]);
    const { titles, toRow } = toCsvColumns(own, linked, other);
    expect(titles).toStrictEqual(['Submitted at', 'Name', 'Mail', ...LAST]);
    const variables = [
      { id: 'own-name', name: 'Name', value: 'Ada' },
      { id: 'other-mail', name: 'Mail', value: 'a@example.com' },
    ];
    expect(toRow(result([], { variables })).slice(1)).toStrictEqual(['Ada', 'a@example.com', ...LAST_CELLS]);
    const answers = result([['l1', 'Ada', 'linked-name']], {
      variables: [{ id: 'linked-name', name: 'Name', value: 'Ada' }],
    });
    expect(toRow(answers).slice(1)).toStrictEqual(['Ada', '', ...LAST_CELLS]);
  });

  it('tells copies of a bot apart, which have the same ids with other names', () => {
    const copy = flow(
      [['Copy', input('o', 'own-mail'), input('p', 'v')]],
      [
        { id: 'own-mail', name: 'Mail' },
        { id: 'v', name: 'Town' },
      ],
    );
    const first = { ...own, variables: [...own.variables, { id: 'v', name: 'Street' }] };
    const { titles, toRow } = toCsvColumns(first, copy);
    expect(titles).toStrictEqual(['Submitted at', 'Name', 'Mail', 'Town', 'Street', ...LAST]);
    const answers = result(
      [
        ['o', 'Ada', 'own-name'],
        ['o', 'a@example.com', 'own-mail'],
      ],
      {
        variables: [
          { id: 'v', name: 'Street', value: 'High Street' },
          { id: 'v', name: 'Town', value: 'Bath' },
        ],
      },
    );
    expect(toRow(answers).slice(1)).toStrictEqual([
      'Ada',
      'a@example.com',
      'Bath',
      'High Street',
      ...LAST_CELLS,
    ]);
  });

  it('adds the questions that were removed since, newest first, and nothing twice', () => {
    const earlier = (name: string, ...blocks: unknown[]) => ({
      ...flow(
        [[`${name} group`, ...blocks]],
        [
          { id: 'gone', name: 'Gone' },
          { id: 'own-name', name: 'Name before' },
          { id: 'unused', name: 'Unused' },
        ],
      ),
      botId: 'b',
    });
    const { titles, formerCount, toRow } = toColumns({
      current: [{ ...own, botId: 'b' }],
      former: [
        earlier('Second', input('x'), input('o', 'own-name'), input('y', 'own-name')),
        earlier('First', input('x'), input('z', 'gone'), input('z2', 'gone')),
      ],
    });
    expect(titles).toStrictEqual(['Submitted at', 'Name', 'Second group', 'Gone', ...LAST]);
    expect(formerCount).toBe(2);
    const answers = result(
      [
        ['x', 'red'],
        ['y', 'Ada', 'own-name'],
        ['z', '36', 'gone'],
      ],
      { variables: [{ id: 'gone', name: 'Gone', value: '36' }] },
    );
    expect(toRow(answers).slice(1)).toStrictEqual(['Ada', 'red', '36', ...LAST_CELLS]);
  });

  it('lists an answer and its variable once if no flow has them', () => {
    const { toRow } = toCsvColumns(own);
    const variables = [
      { id: 'v', name: 'Mail', value: 'a@example.com' },
      { id: 'w', name: 'Town', value: 'Bath' },
    ];
    const answers: [string, string, string][] = [
      ['q', 'a@example.com', 'v'],
      ['p', 'London', 'w'],
    ];
    expect(JSON.parse(toRow(result(answers, { variables })).at(-1) ?? '')).toStrictEqual([
      { blockId: 'q', content: 'a@example.com' },
      { blockId: 'p', content: 'London' },
      // It has changed since the answer.
      { variable: 'Town', value: 'Bath' },
    ]);
  });
});
