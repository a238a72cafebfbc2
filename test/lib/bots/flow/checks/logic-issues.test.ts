import { describe, expect, it } from 'vitest';
import { checkBot } from '#lib/bots/check-bot.ts';
import type { BotDocument } from '#lib/bots/document/bot-document.ts';
import { bot, group, issuesWith, words } from '#test/fixtures/checked-bots.ts';
import { CASES, readCase } from '#test/support/cases.ts';

const PATH = 'bot.groups[0].blocks[0]';

describe('a condition', () => {
  const found = (comparisons: unknown, type = 'Condition') =>
    issuesWith(
      bot([{ id: 'b', type, items: [{ id: 'i', outgoingEdgeId: 'first', content: { comparisons } }] }]),
      'INCOMPLETE_CONDITION',
      'INVALID_PATTERN',
      'DEAD_END',
    ).map(({ severity, code, path }) => `${severity} ${code} ${path.slice(PATH.length + 1)}`);

  it.each([
    [undefined, 'comparisons'],
    [[], 'comparisons'],
    ['odd', 'comparisons'],
    [[{}], 'comparisons[0].variableId'],
    [[{ variableId: '', comparisonOperator: 'Is set' }], 'comparisons[0].variableId'],
    [[{ variableId: 'v' }], 'comparisons[0].comparisonOperator'],
    [
      [{ variableId: 'v', comparisonOperator: 'Sounds like', value: 'x' }],
      'comparisons[0].comparisonOperator',
    ],
    [[{ variableId: 'v', comparisonOperator: 'equal to', value: 'x' }], 'comparisons[0].comparisonOperator'],
    [[{ variableId: 'v', comparisonOperator: 'Is set' }, 7], 'comparisons[1]'],
  ])('is never met with the comparisons %j', (comparisons, path) => {
    expect(found(comparisons)).toEqual([`warning INCOMPLETE_CONDITION items[0].content.${path}`]);
  });

  it.each(['(', 'a{2,1}', '/(?<x/i', '['])('is never met with the pattern %s', (value) => {
    for (const comparisonOperator of ['Matches regex', 'Does not match regex']) {
      expect(found([{ variableId: 'v', comparisonOperator, value }])).toEqual([
        'warning INVALID_PATTERN items[0].content.comparisons[0].value',
      ]);
    }
  });

  it.each([
    [[{ variableId: 'v', comparisonOperator: 'Is set' }]],
    [[{ variableId: 'v', comparisonOperator: 'Equal to' }]],
    [[{ variableId: 'v', comparisonOperator: 'Matches regex', value: '/^a+$/i' }]],
    [[{ variableId: 'v', comparisonOperator: 'Matches regex', value: '{{Name}}(' }]],
    [[{ variableId: 'v', comparisonOperator: 'Contains', value: '(' }]],
  ])('may be met with the comparisons %j', (comparisons) => {
    expect(found(comparisons)).toEqual([]);
  });

  it.each([
    ['choice input', (displayCondition: object) => ({ id: 'i', content: 'A', displayCondition }), 'items[0]'],
    [
      'picture choice input',
      (displayCondition: object) => ({ id: 'i', title: 'A', displayCondition }),
      'items[0]',
    ],
    [
      'cards',
      (displayCondition: object) => ({ id: 'i', title: 'A', options: { displayCondition } }),
      'items[0].options',
    ],
  ])('may hide an item of a %s for ever', (type, toItem, path) => {
    const check = (isEnabled: boolean, comparisons: unknown[]) =>
      issuesWith(
        bot([{ id: 'b', type, items: [toItem({ isEnabled, condition: { comparisons } })] }]),
        'INCOMPLETE_CONDITION',
      ).map((issue) => issue.path.slice(PATH.length + 1));
    expect(check(true, [])).toEqual([`${path}.displayCondition.condition.comparisons`]);
    expect(check(false, [])).toEqual([]);
    expect(check(true, [{ variableId: 'v', comparisonOperator: 'Is set' }])).toEqual([]);
  });

  it('may be the filter of a sheet', () => {
    const check = (comparisons: unknown[], logicalOperator?: string) =>
      issuesWith(
        bot([{ id: 'b', type: 'Google Sheets', options: { filter: { comparisons, logicalOperator } } }]),
        'INCOMPLETE_CONDITION',
      ).map((issue) => issue.path.slice(`${PATH}.options.filter.`.length));
    expect(check([{ comparisonOperator: 'Equal to', value: 'x' }])).toEqual(['comparisons[0].column']);
    expect(check([{ column: 'A', comparisonOperator: 'Resembles' }])).toEqual([
      'comparisons[0].comparisonOperator',
    ]);
    expect(check([{ column: 'A', comparisonOperator: 'Equal to', value: 'x' }])).toEqual([]);
    expect(check([])).toEqual(['comparisons']);
    expect(check([], 'AND')).toEqual([]);
  });

  it('may lead nowhere, which may well be meant', () => {
    const items = [
      { id: 'i', content: { comparisons: [{ variableId: 'v', comparisonOperator: 'Is set' }] } },
    ];
    expect(issuesWith(bot([{ id: 'b', type: 'Condition', items }]), 'DEAD_END')).toMatchObject([
      { severity: 'info', path: `${PATH}.items[0].outgoingEdgeId` },
    ]);
  });
});

describe('a variable in a text', () => {
  const found = (text: string, names = ['Name', ' odd ']) =>
    issuesWith(
      bot([words(text)], { variables: names.map((name, index) => ({ id: `v${index}`, name })) }),
      'UNKNOWN_VARIABLE',
    ).map(({ message }) => message);

  it.each([
    ['{{ Name }}', 'blanks inside the braces count; write {{Name}}'],
    ['Hi {{Name }}!', 'blanks inside the braces count; write {{Name}}'],
    ['{{\tName}}', 'blanks inside the braces count; write {{Name}}'],
    ['{{odd}}', 'blanks inside the braces count; write {{ odd }}'],
    ['{{name}}', 'upper and lower case count; write {{Name}}'],
    ['{{ NAME }}', 'upper and lower case count; write {{Name}}'],
    ['{{Nmae}}', 'is not a variable of this bot'],
  ])('%s is left empty', (text, message) => {
    expect(found(text)).toEqual([expect.stringContaining(message)]);
  });

  it.each(['{{Name}}', '{{ odd }}', '{{= {{Name}}.length =}}', '{ Name }'])('%s is filled in', (text) => {
    expect(found(text)).toEqual([]);
  });
});

describe('a variable in a script', () => {
  const found = (content: string, more: object = { isExecutedOnClient: false }) =>
    issuesWith(bot([{ id: 'c', type: 'Code', options: { content, ...more } }]), 'UNKNOWN_VARIABLE').map(
      ({ path, message }) => `${path} ${message}`,
    );

  it.each([
    'setVariable("Nmae", 1)',
    "await x; setVariable( 'Nmae', {{Name}} )",
    'setVariable("Nmae",1);setVariable("Nmae",2)',
  ])('is set, but not a variable of the bot: %s', (content) => {
    expect(found(content)).toEqual([
      `${PATH}.options.content sets "Nmae", which is not a variable of this bot`,
    ]);
  });

  it.each([
    ['setVariable("Name", 1)', undefined],
    ['setVariable(name, 1)', undefined],
    ['setVariable(prefix + "Name", 1)', undefined],
    ['resetVariable("Nmae", 1)', undefined],
    ['setVariable("Nmae", 1)', {}],
  ])('may be set: %s %j', (content, more) => {
    expect(found(content, more)).toEqual([]);
  });
});

describe('a counter without a first value', () => {
  const set = (expression: string, more: object = {}) => ({
    id: 's',
    type: 'Set variable',
    options: { variableId: 'v', expressionToEvaluate: expression, ...more },
  });
  const found = (blocks: unknown[], more: Partial<BotDocument> = {}) =>
    issuesWith(bot(blocks, more), 'UNSET_COUNTER').map(({ severity, path }) => `${severity} ${path}`);
  const path = `warning ${PATH}.options.expressionToEvaluate`;

  it.each([
    '{{Name}} + 1',
    '{{Name}}+1',
    '1 + {{Name}}',
    '{{Name}} * 2 - {{Other}}',
    'return {{Name}} + 1;',
    'Number({{Name}}) + 1',
    'Math.round({{Name}} / 2)',
  ])('is found: %s', (expression) => {
    expect(found([set(expression)])).toEqual([path]);
    expect(found([set(expression, { type: 'Custom', isCode: true })])).toEqual([path]);
  });

  it.each([
    ['{{Name}} ?? 0 + 1', {}],
    ['({{Name}} || 0) + 1', {}],
    ['{{Other}} + 1', {}],
    ['{{Name}}', {}],
    ['Score: {{Name}} - next', {}],
    ['{{Name}} + 1', { type: 'Append value(s)' }],
  ])('is not found: %s %j', (expression, more) => {
    expect(found([set(expression, more)])).toEqual([]);
  });

  it.each([
    ['a default', [], { variables: [{ id: 'v', name: 'Name', value: '0' }] }],
    ['a block that sets it', [{ ...set('0'), id: 'z' }], {}],
    ['an input', [{ id: 'i', type: 'number input', options: { variableId: 'v' } }], {}],
    [
      'a response',
      [
        {
          id: 'w',
          type: 'Webhook',
          options: { responseVariableMapping: [{ variableId: 'v', bodyPath: 'data' }] },
        },
      ],
      {},
    ],
    ['a script', [{ id: 'c', type: 'Code', options: { content: 'setVariable("Name", 0)' } }], {}],
    ['an embed', [{ id: 'e', type: 'embed', content: { waitForEvent: { saveDataInVariableId: 'v' } } }], {}],
  ])('is not found with %s', (_, blocks, more) => {
    expect(found([set('{{Name}} + 1'), ...blocks], more)).toEqual([]);
  });

  it('is found if only conditions read it, or others count on it', () => {
    const condition = {
      id: 'c',
      type: 'Condition',
      items: [{ content: { comparisons: [{ variableId: 'v' }] } }],
    };
    expect(found([set('{{Name}} + 1'), condition, { ...set('{{Name}} + 2'), id: 't' }])).toHaveLength(2);
  });
});

describe('an event', () => {
  const found = (...events: object[]) => {
    const at = { graphCoordinates: { x: 0, y: 0 } };
    const [start] = bot([]).events ?? [];
    const all = [start, ...events.map((event, index) => ({ id: `e${index}`, ...at, ...event }))];
    const document = bot([words('x')], { events: all as BotDocument['events'] });
    return issuesWith(document, 'UNUSED_EVENT').map(({ severity, path }) => `${severity} ${path}`);
  };
  const connected = { outgoingEdgeId: 'first' };

  it.each([
    [{ type: 'reply' }, 'outgoingEdgeId'],
    [{ type: 'invalidReply', outgoingEdgeId: 'gone' }, 'outgoingEdgeId'],
    [{ type: 'command', options: { command: 'help' } }, 'outgoingEdgeId'],
    [{ type: 'command', ...connected }, 'options.command'],
  ])('does nothing: %j', (event, field) => {
    expect(found(event)).toEqual([`warning bot.events[1].${field}`]);
  });

  it('is never used after one of the same kind', () => {
    const reply = { type: 'reply', ...connected };
    const command = (name: string) => ({ type: 'command', ...connected, options: { command: name } });
    expect(found(reply, reply)).toEqual(['warning bot.events[2].type']);
    expect(found(command('a'), command('b'), command('a'))).toEqual(['warning bot.events[3].type']);
    expect(found(reply, command('a'), command('b'))).toEqual([]);
  });
});

describe('a jump to a block that is not in the group', () => {
  const check = (version: BotDocument['version'], type = 'Jump', options: object = {}) => {
    const jump = { id: 'j', type, options: { groupId: 'g2', blockId: 'gone', ...options } };
    const groups = [group('g', [jump]), group('g2', [words('x')])];
    return issuesWith(bot([], { version, groups }), 'JUMP_TO_NOWHERE');
  };

  it('is an error, and says where chats go', () => {
    expect(check('6')).toMatchObject([
      { severity: 'error', path: `${PATH}.options.blockId`, message: expect.stringContaining('first block') },
    ]);
    expect(check('4')).toMatchObject([{ severity: 'error', message: expect.stringContaining('ends here') }]);
  });

  it.skipIf(CASES.length === 0)('is reported in the case from reports', () => {
    expect(checkBot(readCase('p07').bot)).toMatchObject([
      {
        severity: 'error',
        code: 'JUMP_TO_NOWHERE',
        path: 'bot.groups[0].blocks[1].options.blockId',
        group: 'First',
        block: 'Jump',
        id: 'j',
      },
    ]);
  });

  it('is a warning in a link, which leads to the start of a group in any case', () => {
    expect(check('6', 'Typebot link', { typebotId: 'current' })).toMatchObject([{ severity: 'warning' }]);
  });
});
