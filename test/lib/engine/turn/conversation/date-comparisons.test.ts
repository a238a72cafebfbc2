import { describe, expect, it } from 'vitest';
import { rowTest } from '#lib/engine/blocks/integrations/sheet-filter.ts';
import type { JsonObject } from '#lib/platform/json/json-object.ts';
import { ask, chatBot, edge, text, variables } from '#test/fixtures/chat-bots.ts';
import { CASES, readCase } from '#test/support/cases.ts';
import { blockContext } from '#test/support/chat/block-context.ts';
import { Talk, toFlow } from '#test/support/chat/talk.ts';

type Comparison = [operator: string, value: string];

function condition([comparisonOperator, value]: Comparison, variableId = 'Day'): JsonObject {
  const comparisons = [{ id: 'k', variableId, comparisonOperator, value }];
  return { id: 'c', type: 'Condition', items: [{ id: 'i', outgoingEdgeId: 'e', content: { comparisons } }] };
}

/** A bot that asks for a date and says "yes" if it meets a comparison. */
function dateBot(
  options: JsonObject,
  compared: Comparison,
  {
    before = [],
    type = 'date input',
    variableId = 'Day',
  }: { before?: JsonObject[]; type?: string; variableId?: string } = {},
): JsonObject {
  const input = { id: 'd', type, options: { variableId: 'Day', ...options } };
  return chatBot(
    [
      { id: 'g', blocks: [input, ...before, condition(compared, variableId), text('n', 'no')] },
      { id: 'h', blocks: [text('y', 'yes')] },
    ],
    {
      edges: [edge('e', 'c', 'h', { itemId: 'i' })],
      variables: [...variables('Day', 'Copy'), { id: 'Other', name: 'Other', value: '01/02/2026' }],
    },
  );
}

async function answer(document: JsonObject, reply: string): Promise<string | undefined> {
  return (await new Talk(document).texts(reply)).at(-1)?.[0];
}

describe.skipIf(CASES.length === 0)('The case of compared dates', () => {
  it('goes the way of the later date', async () => {
    const { bot, replies, alsoTry } = readCase('09');
    for (const reply of replies) expect((await new Talk(bot).texts(reply)).at(-1)).toStrictEqual(['later']);
    for (const [reply = '', operator = '', value = ''] of alsoTry as string[][]) {
      expect(await answer(dateBot({}, [operator, value]), reply)).toBe('no');
    }
  });
});

describe('An answer to a date input is compared as a date', () => {
  it.each<[JsonObject, string, Comparison, 'yes' | 'no']>([
    [{}, '31/01/2026', ['Greater than', '01/02/2025'], 'yes'],
    [{}, '05/02/2026', ['Greater than', '01/03/2026'], 'no'],
    [{}, '01/12/2026', ['Less than', '25/01/2026'], 'no'],
    [{}, '25/01/2026', ['Less than', '01/12/2026'], 'yes'],
    [{}, '2026-02-05', ['Greater than', '01/03/2026'], 'no'],
    [{}, '05/02/2026', ['Less than', '2026-02-06'], 'yes'],
    [{}, '05/02/2026', ['Less than', '6 February 2026'], 'yes'],
    [{}, '05/02/2026', ['Less than', '6/2/2026'], 'yes'],
    [{}, '05/02/2026', ['Less than', '06.02.2026'], 'yes'],
    [{}, '05/02/2026', ['Equal to', '2026-02-05'], 'yes'],
    [{}, '05/02/2026', ['Not equal', '5/2/2026'], 'no'],
    [{}, '05/02/2026', ['Greater or equal to', '05/02/2026'], 'yes'],
    [{}, '05/02/2026', ['Less or equal to', '04/02/2026'], 'no'],
    [{}, '02/02/2026', ['Greater than', '{{Other}}'], 'yes'],
    [{ format: 'MM/dd/yyyy' }, '02/01/2026', ['Greater than', '01/31/2026'], 'yes'],
    [{ format: 'dd.MM.yyyy' }, '01.02.2026', ['Greater than', '31.01.2026'], 'yes'],
    [{ format: 'd MMMM yyyy' }, '2026-02-01', ['Less than', '1 March 2026'], 'yes'],
    [{ format: 'EEEE, MMM do yy' }, '2026-02-01', ['Less than', '2026-03-01'], 'yes'],
    [{ hasTime: true }, '31/01/2026 10:00', ['Less than', '31/01/2026 11:00'], 'yes'],
    [{ hasTime: true }, '31/01/2026 10:00', ['Less or equal to', '31/01/2026'], 'yes'],
    [{ hasTime: true }, '01/02/2026 10:00', ['Greater than', '31/01/2026 11:00'], 'yes'],
    [
      { hasTime: true, format: 'MM/dd/yyyy hh:mm a' },
      '2026-02-01 15:00',
      ['Greater than', '02/01/2026 02:59 PM'],
      'yes',
    ],
    [{ isRange: true }, '01/02/2026 to 05/02/2026', ['Greater than', '31/01/2026'], 'yes'],
    [{ isRange: true }, '01/02/2026 to 05/02/2026', ['Greater than', '03/02/2026'], 'no'],
    [{ isRange: true }, '01/02/2026 to 05/02/2026', ['Less than', '06/02/2026'], 'yes'],
    [
      { isRange: true, labels: { separator: 'bis' } },
      '01/02/2026 to 05/02/2026',
      ['Less than', '06/02/2026'],
      'yes',
    ],
    // Neither date is read if the other is none: the recorded rule compares by length.
    [{}, '31/01/2026', ['Greater than', 'soon'], 'yes'],
  ])('%j %s %j: %s', async (options, reply, compared, expected) => {
    expect(await answer(dateBot(options, compared), reply)).toBe(expected);
  });

  it.each<[JsonObject, string, Comparison, 'yes' | 'no']>([
    [{}, '10:30', ['Greater than', '09:05'], 'yes'],
    [{}, '9:05', ['Less than', '10:00'], 'yes'],
    [{ format: 'hh:mm a' }, '15:00', ['Greater than', '11:00 AM'], 'yes'],
    [{ format: 'h:mm aaa' }, '09:00', ['Less than', '11:00 am'], 'yes'],
  ])('and one to a time input as a time: %j %s %j: %s', async (options, reply, compared, expected) => {
    expect(await answer(dateBot(options, compared, { type: 'time input' }), reply)).toBe(expected);
  });

  it('also where a block copied it', async () => {
    const copy = {
      id: 's',
      type: 'Set variable',
      options: { variableId: 'Copy', expressionToEvaluate: '{{Day}}' },
    };
    const document = dateBot({}, ['Greater than', '01/03/2026'], { before: [copy], variableId: 'Copy' });
    expect(await answer(document, '05/02/2026')).toBe('no');
    expect(await answer(document, '02/03/2026')).toBe('yes');
  });

  it('also in a linked bot', async () => {
    const child = dateBot({}, ['Greater than', '01/03/2026']);
    const [asking, ...blocks] = (child.groups as { blocks: JsonObject[] }[])[0]?.blocks ?? [];
    const { groups } = child as { groups: JsonObject[] };
    const comparing = { ...child, groups: [{ ...groups[0], blocks }, groups[1]] };
    const link = { id: 'l', type: 'Typebot link', options: { typebotId: 'child' } };
    const parent = chatBot([{ id: 'g', blocks: [asking as JsonObject, link] }], {
      variables: variables('Day'),
    });
    const talk = new Talk(parent, { linked: { child: comparing } });
    expect((await talk.texts('05/02/2026')).at(-1)).toStrictEqual(['no']);
  });

  it('also for choices that are shown on a condition', async () => {
    const displayCondition = {
      isEnabled: true,
      condition: {
        comparisons: [{ id: 'k', variableId: 'Day', comparisonOperator: 'Less than', value: '01/03/2026' }],
      },
    };
    const choice = {
      id: 'c',
      type: 'choice input',
      items: [
        { id: 'a', content: 'Early', displayCondition },
        { id: 'b', content: 'Any' },
      ],
    };
    const document = chatBot(
      [{ id: 'g', blocks: [{ id: 'd', type: 'date input', options: { variableId: 'Day' } }, choice] }],
      { variables: variables('Day') },
    );
    const items = async (reply: string) => {
      const talk = new Talk(document);
      await talk.start();
      return (await talk.say(reply)).input?.items?.map(({ content }) => content);
    };
    expect(await items('05/02/2026')).toStrictEqual(['Early', 'Any']);
    expect(await items('01/12/2026')).toStrictEqual(['Any']);
  });

  it('also with the cells of a sheet', () => {
    const flow = toFlow('b', dateBot({}, ['Is set', '']));
    const context = blockContext({ flow, variables: [{ id: 'Day', name: 'Day', value: '05/02/2026' }] });
    const comparisons = [{ id: 'k', column: 'Due', comparisonOperator: 'Greater than', value: '{{Day}}' }];
    const test = rowTest({ comparisons }, context);
    const cells = ['01/03/2026', '04/12/2025', '2026-02-06', '6 February 2026', ''];
    expect(cells.map((cell) => test?.(['Due'], [cell]))).toStrictEqual([true, false, true, true, false]);
  });

  it('but a text that no date input wrote is compared as recorded', async () => {
    const document = chatBot(
      [
        {
          id: 'g',
          blocks: [
            ask('q', { variableId: 'Day' }),
            condition(['Greater than', '01/03/2026']),
            text('n', 'no'),
          ],
        },
        { id: 'h', blocks: [text('y', 'yes')] },
      ],
      { edges: [edge('e', 'c', 'h', { itemId: 'i' })], variables: variables('Day') },
    );
    expect(await answer(document, '05/02/2026')).toBe('yes');
  });
});
