import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BLOCK_TYPES } from '#lib/blocks/block-types.ts';
import { checkBot } from '#lib/bots/check-bot.ts';
import type { BotDocument } from '#lib/bots/document/bot-document.ts';
import { credentialReferences } from '#lib/bots/flow/credential-references.ts';
import { checkFlow } from '#lib/bots/flow/flow-check.ts';
import type { FlowIssue } from '#lib/bots/flow/flow-issue.ts';
import { connectEdges, findUnnamedEdges } from '#lib/bots/incoming/unnamed-edges.ts';
import { bot, edge, group, isSet, words } from '#test/fixtures/checked-bots.ts';
import { stepsEraDocument, v5Document, v6Document } from '#test/fixtures/documents.ts';

const found = (document: BotDocument, botId?: string) =>
  checkFlow(document, botId).map(({ severity, code, path }) => `${severity} ${code} ${path}`);

describe('a flow', () => {
  it('has no issues if it is valid', () => {
    expect(checkFlow(bot([words('Hello {{Name}}')]))).toEqual([]);
  });

  it.each([
    ['no events', { events: [] }, 'error NO_START bot.events'],
    [
      'a start that leads nowhere',
      { events: [{ id: 'start', type: 'start' as const, graphCoordinates: { x: 0, y: 0 } }] },
      'error START_NOT_CONNECTED bot.events',
    ],
  ])('cannot start with %s', (_, more, issue) => {
    expect(found(bot([words('x')], more))).toContain(issue);
  });

  it('starts with a start block before version 6', () => {
    const v5 = { version: '5' as const, events: null, edges: [] };
    expect(found(bot([words('x')], v5))).toEqual(['error NO_START bot.groups']);
    expect(found(bot([{ id: 's', type: 'start' }, words('x')], v5))).toEqual([]);
  });

  it('does not report every group as unreachable if there is no start', () => {
    expect(found(bot([words('x')], { events: [] })).join()).not.toContain('UNREACHABLE_GROUP');
  });
});

describe('groups', () => {
  it('are unreachable without an incoming edge', () => {
    const groups = [group('g', [words('x')]), group('lost', [{ ...words('y'), id: 'c' }])];
    expect(found(bot([], { groups }))).toEqual(['warning UNREACHABLE_GROUP bot.groups[1]']);
  });

  const target = group('target', [{ ...words('y'), id: 'c' }]);

  it.each([
    ['an edge of a block', { ...words('x'), outgoingEdgeId: 'e' }],
    [
      'an edge of an item',
      { id: 'b', type: 'Condition', items: [{ id: 'i', outgoingEdgeId: 'e', content: isSet('v') }] },
    ],
    [
      "an edge of a card's button",
      {
        id: 'b',
        type: 'cards',
        options: { variableId: 'v' },
        items: [{ id: 'i', paths: [{ id: 'p', outgoingEdgeId: 'e' }] }],
      },
    ],
    ['a jump', { id: 'b', type: 'Jump', options: { groupId: 'target' } }],
    ['a jump to a group from a variable', { id: 'b', type: 'Jump', options: { groupId: '{{Name}}' } }],
    [
      'a link to the bot itself',
      { id: 'b', type: 'Typebot link', options: { typebotId: 'current', groupId: 'target' } },
    ],
    [
      "a link by the bot's own id",
      { id: 'b', type: 'Typebot link', options: { typebotId: 'me', groupId: 'target' } },
    ],
  ])('are reachable through %s', (_, block) => {
    const edges = JSON.stringify(block).includes('"e"') ? [edge('e', 'b', 'target')] : [];
    const document = bot([], { groups: [group('g', [block]), target], edges: [...bot([]).edges, ...edges] });
    expect(found(document, 'me')).toEqual([]);
  });

  it('are reachable from any event, not only from the start', () => {
    const document = bot([], { groups: [group('g', [words('x')]), target] });
    document.events?.push({
      id: 'help',
      type: 'command',
      graphCoordinates: { x: 0, y: 0 },
      outgoingEdgeId: 'e',
      options: { command: 'help' },
    });
    document.edges.push({ id: 'e', from: { eventId: 'help' }, to: { groupId: 'target' } });
    expect(found(document)).toEqual([]);
  });

  it('are not reachable through an edge that no block refers to', () => {
    const edges = [...bot([]).edges, edge('e', 'b', 'target')];
    expect(found(bot([], { groups: [group('g', [words('x')]), target], edges }))).toEqual([
      'error UNNAMED_EDGE bot.groups[0].blocks[0].outgoingEdgeId',
      'warning UNREACHABLE_GROUP bot.groups[1]',
    ]);
  });

  it('are unreachable if they only lead to each other', () => {
    const circle = [
      group('one', [{ id: 'c', type: 'Jump', options: { groupId: 'two' } }]),
      group('two', [{ id: 'd', type: 'Jump', options: { groupId: 'one' } }]),
    ];
    expect(found(bot([], { groups: [group('g', [words('x')]), ...circle] }))).toHaveLength(2);
  });

  it('end the conversation if they are empty', () => {
    expect(found(bot([]))).toEqual(['warning EMPTY_GROUP bot.groups[0].blocks']);
  });
});

describe('edges', () => {
  it('are errors without a target and leftovers without a source', () => {
    const edges = [...bot([]).edges, edge('e', 'b', 'gone'), edge('f', 'nobody', 'g')];
    expect(found(bot([words('x')], { edges }))).toEqual([
      'error DANGLING bot.edges[1].to.groupId',
      'info DANGLING bot.edges[2].from.blockId',
    ]);
  });

  it('are reported if referenced but missing, including those of card buttons', () => {
    const cards = {
      id: 'c',
      type: 'cards',
      options: { saveResponseMapping: [{ variableId: 'v' }] },
      items: [{ id: 'i', paths: [{ id: 'p', outgoingEdgeId: 'gone' }] }],
    };
    expect(found(bot([{ ...words('x'), outgoingEdgeId: 'gone' }, cards]))).toEqual([
      'warning DANGLING bot.groups[0].blocks[0].outgoingEdgeId',
      'warning DANGLING bot.groups[0].blocks[1].items[0].paths[0].outgoingEdgeId',
    ]);
  });
});

describe('jumps', () => {
  it.each([
    ['Jump', { groupId: 'gone' }, 'error JUMP_TO_NOWHERE bot.groups[0].blocks[0].options.groupId'],
    [
      'Jump',
      { groupId: 'g', blockId: 'gone' },
      'error JUMP_TO_NOWHERE bot.groups[0].blocks[0].options.blockId',
    ],
    ['Jump', {}, 'warning JUMP_TO_NOWHERE bot.groups[0].blocks[0].options.groupId'],
    [
      'Typebot link',
      { typebotId: 'current', groupId: 'gone' },
      'error JUMP_TO_NOWHERE bot.groups[0].blocks[0].options.groupId',
    ],
    ['Typebot link', {}, 'warning JUMP_TO_NOWHERE bot.groups[0].blocks[0].options.typebotId'],
  ])('%s %j', (type, options, issue) => {
    expect(found(bot([{ id: 'b', type, options }]))).toEqual([issue]);
  });

  it.each([
    ['Jump', { groupId: 'g', blockId: 'b' }],
    ['Typebot link', { typebotId: 'current' }],
    ['Typebot link', { typebotId: 'another', groupId: 'of-the-other' }],
  ])('%s %j is valid', (type, options) => {
    expect(found(bot([{ id: 'b', type, options }]))).toEqual([]);
  });
});

describe('blocks', () => {
  it.each([
    ['a type of the future', { id: 'b', type: 'hologram' }],
    ['a type named like an Object.prototype member', { id: 'b', type: 'constructor' }],
    ['no type', { id: 'b' }],
    ['a type that is not a string', { id: 'b', type: 7 }],
  ])('are unknown with %s', (_, block) => {
    expect(found(bot([block]))).toEqual(['error UNKNOWN_BLOCK_TYPE bot.groups[0].blocks[0].type']);
  });

  it.each([null, 7, 'text', []])('are unknown if they are %j', (block) => {
    expect(found(bot([block]))).toEqual(['error UNKNOWN_BLOCK_TYPE bot.groups[0].blocks[0]']);
  });

  it('are reported if required credentials are missing', () => {
    const blocks = (options: object) => [
      { id: 'b', type: 'zendesk', options: { action: 'Open Web Widget', ...options } },
    ];
    expect(found(bot(blocks({})))).toEqual([
      'warning MISSING_CREDENTIALS bot.groups[0].blocks[0].options.credentialsId',
    ]);
    expect(found(bot(blocks({ credentialsId: 'c' })))).toEqual([]);
    expect(
      found(
        bot([
          { id: 'b', type: 'Email', options: { recipients: ['a@x.example'] } },
          { id: 'c', type: 'Webhook', options: { webhook: { url: 'https://x.example' } } },
        ]),
      ),
    ).toEqual([]);
  });

  it('are reported if they discard the answer, buttons with lower severity', () => {
    const blocks = [
      { id: 'b', type: 'text input' },
      { id: 'c', type: 'choice input', items: [{ id: 'i', content: 'Yes' }] },
      { id: 'd', type: 'email input', options: { variableId: 'v' } },
    ];
    expect(found(bot(blocks))).toEqual([
      'warning NO_VARIABLE bot.groups[0].blocks[0].options.variableId',
      'info NO_VARIABLE bot.groups[0].blocks[1].options.variableId',
    ]);
  });

  it('are reported if they share an id', () => {
    expect(found(bot([words('x'), words('y')]))).toEqual(['warning DUPLICATE_ID bot.groups[0].blocks[1].id']);
  });
});

describe('variables', () => {
  it.each([
    ['Hello {{Nmae}}', 1],
    ['{{Nmae}} {{Nmae}} {{Other}}', 2],
    ['{{={{Name}}.length=}}', 0],
    ['{{}} {{ {', 0],
    ['{"a":{"b":1}}', 0],
  ])('in %j: %i unknown', (text, count) => {
    expect(checkFlow(bot([words(text)])).map(({ code }) => code)).toEqual(
      Array.from({ length: count }, () => 'UNKNOWN_VARIABLE'),
    );
  });

  it('are checked in every text of a block, and reported once per legacy text bubble', () => {
    const old = {
      id: 'b',
      type: 'text',
      content: { html: '{{X}}', plainText: '{{X}}', richText: [{ text: '{{X}}' }] },
    };
    const mail = { id: 'c', type: 'Email', options: { recipients: ['{{Y}}'] } };
    expect(found(bot([old, mail]))).toEqual([
      'warning UNKNOWN_VARIABLE bot.groups[0].blocks[0].content.richText[0].text',
      'warning UNKNOWN_VARIABLE bot.groups[0].blocks[1].options.recipients[0]',
    ]);
  });

  it('must exist if an option refers to them by id', () => {
    const block = { id: 'b', type: 'Set variable', options: { variableId: 'gone' } };
    expect(found(bot([block]))).toEqual([
      'warning UNKNOWN_VARIABLE bot.groups[0].blocks[0].options.variableId',
    ]);
  });

  it('have long names truncated in messages', () => {
    const [issue] = checkFlow(bot([words(`{{${'😀'.repeat(500)}}}`)]));
    expect(issue?.message.length).toBeLessThan(100);
    expect(issue?.message.isWellFormed()).toBe(true);
  });
});

describe('destinations of mails and credentials', () => {
  const found = (blocks: unknown[], more: Partial<BotDocument> = {}) =>
    checkFlow(bot(blocks, more)).filter(({ code }) => code === 'OPEN_TO_PREFILLING');
  const email = { id: 'e', type: 'Email', options: { recipients: ['a@x.example', '{{Name}}'] } };

  it.each([
    [email, 'recipients'],
    [{ ...email, options: { bcc: ['<{{Name}}>'] } }, 'bcc'],
    [{ id: 'm', type: 'gmail', options: { to: '{{Name}}' } }, 'to'],
    [{ id: 'o', type: 'openai', options: { baseUrl: 'https://{{Name}}.example' } }, 'baseUrl'],
  ])('warns if anybody can prefill the variable: %j', (block, field) => {
    expect(found([block])).toMatchObject([
      {
        severity: 'warning',
        code: 'OPEN_TO_PREFILLING',
        path: `bot.groups[0].blocks[0].options.${field}`,
        message: expect.stringContaining('settings.security.prefillableVariables'),
      },
    ]);
  });

  it('does not warn if the settings forbid prefilling, or an input sets the variable', () => {
    const settings = (prefillableVariables: string[]) => ({ security: { prefillableVariables } });
    expect(found([email], { settings: settings([]) })).toEqual([]);
    expect(found([email], { settings: settings(['Name']) })).toHaveLength(1);
    expect(found([{ id: 'i', type: 'email input', options: { variableId: 'v' } }, email])).toEqual([]);
    expect(found([{ ...email, options: { recipients: ['a@x.example'] } }])).toEqual([]);
  });
});

describe('texts that are calculated', () => {
  const set = (expressionToEvaluate: string, more = {}) => ({
    id: 's',
    type: 'Set variable',
    options: { variableId: 'v', expressionToEvaluate, ...more },
  });
  const found = (block: object) => checkFlow(bot([block])).filter(({ code }) => code === 'CALCULATED');

  it.each([
    ['2024-2025', -1],
    ['555-1234', -679],
    ['1/2', 0.5],
    ['2024-13-05x', undefined],
    ['10-5-2', 3],
    ['1 + 1', 2],
    ['2*3-4/8', 5.5],
    ['+5', 5],
    ['1e3', 1000],
    ['12,5', 5],
    ['1.50', 1.5],
    ['9123456789123456789', 9_123_456_789_123_457_000],
    ['1/0', 'null'],
    ['42', undefined],
    ['-1.5', undefined],
    ['05', undefined],
    ['100.50', undefined],
    ['2024-01-05', undefined],
    ['31/12/2024', undefined],
    ['+5511987654321', undefined],
    ['hello', undefined],
    ['"2024-2025"', undefined],
    ['{{Name}} + 5', undefined],
    ['{{Name}}', undefined],
  ])('are reported with what they become: %s, %s', (expression, value) => {
    const expected = {
      severity: 'info',
      code: 'CALCULATED',
      path: 'bot.groups[0].blocks[0].options.expressionToEvaluate',
      message: `is calculated: becomes ${value}. Put it in quotes to keep it as text`,
    };
    expect(found(set(expression))).toMatchObject(value === undefined ? [] : [expected]);
  });

  it('are reported where variables are joined, but not in code', () => {
    expect(found(set('{{Name}}-{{Name}}'))).toMatchObject([
      { message: 'is calculated, unless it reads as a date: to join texts, write {{a}} + "-" + {{b}}' },
    ]);
    expect(found(set('{{Name}} - {{Name}}'))).toEqual([]);
    expect(found(set('2024-2025', { isCode: true }))).toEqual([]);
    expect(found(set('2024-2025', { type: 'Empty' }))).toEqual([]);
  });
});

describe('comparisons of dates', () => {
  const ask = (options: object, type = 'date input') => ({
    id: 'd',
    type,
    options: { variableId: 'v', ...options },
  });
  const compare = (value: string, comparisonOperator = 'Greater than', variableId = 'v') => ({
    id: 'c',
    type: 'Condition',
    items: [{ id: 'i', content: { comparisons: [{ id: 'k', variableId, comparisonOperator, value }] } }],
  });
  const found = (...blocks: object[]) =>
    checkFlow(bot(blocks)).filter(({ code }) => code === 'UNREADABLE_DATE');

  it.each([
    [{}, '01/02/2026', undefined],
    [{}, '2026-02-01', undefined],
    [{}, '1 February 2026', undefined],
    [{}, '{{Name}}', undefined],
    [{}, '', undefined],
    [{ hasTime: true }, '01/02/2026', undefined],
    [{ format: 'MM/dd/yyyy' }, '02/31/2026', 'MM/dd/yyyy'],
    [{}, '01/13/2026', 'dd/MM/yyyy'],
    [{}, 'soon', 'dd/MM/yyyy'],
    [{ hasTime: true }, '12:00', 'dd/MM/yyyy HH:mm'],
  ])('%j: %j is reported if it is no such date', (options, value, pattern) => {
    const expected = {
      severity: 'warning',
      path: 'bot.groups[0].blocks[1].items[0].content.comparisons[0].value',
      message: `is not a date or time as the answers have it: write it as ${pattern}, or as 2026-01-31`,
    };
    expect(found(ask(options), compare(value))).toMatchObject(pattern === undefined ? [] : [expected]);
  });

  it('are reported if inputs write the variable in formats that contradict each other', () => {
    const [issue] = found(ask({}), ask({ format: 'MM/dd/yyyy' }), compare('01/02/2026'));
    expect(issue?.message).toContain('dd/MM/yyyy or MM/dd/yyyy: give them one format');
  });

  it('are reported if no date input writes the variable', () => {
    expect(found(compare('31/01/2026'))).toMatchObject([
      { severity: 'warning', message: expect.stringContaining('read month first') },
    ]);
    expect(
      found(compare('2026-01-31'), compare('5'), compare('1/2'), compare('31/01/2026', 'Equal to')),
    ).toEqual([]);
  });

  it('are reported in display conditions and in filters of sheets', () => {
    const displayCondition = {
      isEnabled: true,
      condition: { comparisons: [{ variableId: 'v', comparisonOperator: 'Less than', value: 'x' }] },
    };
    const choice = { id: 'c', type: 'choice input', items: [{ id: 'i', content: 'A', displayCondition }] };
    const sheet = {
      id: 's',
      type: 'Google Sheets',
      options: {
        filter: { comparisons: [{ column: 'Due', comparisonOperator: 'Less than', value: '31.01.2026' }] },
      },
    };
    expect(found(ask({}), choice, sheet).map(({ path }) => path)).toEqual([
      'bot.groups[0].blocks[1].items[0].displayCondition.condition.comparisons[0].value',
      'bot.groups[0].blocks[2].options.filter.comparisons[0].value',
    ]);
  });
});
const OPTION_NAMES = [
  'action',
  'task',
  'type',
  'variableId',
  'expressionToEvaluate',
  'webhook',
  'webhookId',
  'url',
  'recipients',
  'filter',
  'comparisons',
  'messages',
  'role',
  'min',
  'max',
  'length',
  'isMultipleChoice',
  'dynamicItems',
  'dynamicVariableId',
  'secondsToWaitFor',
  'aPercent',
  '__proto__',
];

describe('the list of issues', () => {
  it('is sorted by severity and limited', () => {
    const blocks = Array.from({ length: 5_000 }, (_, index) => ({
      id: `b${index}`,
      type: index % 2 ? 'hologram' : 'text input',
    }));
    const issues = checkFlow(bot(blocks));
    expect(issues).toHaveLength(200);
    expect(issues.at(-1)).toMatchObject({ code: 'MORE', message: expect.stringContaining('4801 more') });
    expect(issues[0]?.severity).toBe('error');
  });

  it('says which group and block an issue is in', () => {
    const options = { proxyCredentialsId: 'p1', webhook: { url: 'https://x.example' } };
    const long = { ...group('long', [{ id: 'c', type: 'sniper' }]), title: 'x'.repeat(100) };
    const groups = [
      { ...group('g', [words('{{Nobody}}'), { id: 'w', type: 'Webhook', options }]), title: 'Welcome' },
      { ...group('untitled', []), title: '' },
      long,
    ];
    const places = checkFlow(bot([], { groups })).map(({ code, group, block }) => [code, group, block]);
    expect(places).toStrictEqual([
      ['UNKNOWN_BLOCK_TYPE', `${'x'.repeat(60)}…`, 'sniper'],
      ['UNREACHABLE_GROUP', undefined, undefined],
      ['UNREACHABLE_GROUP', `${'x'.repeat(60)}…`, undefined],
      ['EMPTY_GROUP', undefined, undefined],
      ['UNSUPPORTED', 'Welcome', 'HTTP'],
      ['UNKNOWN_VARIABLE', 'Welcome', 'Text'],
    ]);
  });

  it('warns of a proxy, unless the client sends the request', () => {
    const webhook = { url: 'https://x.example' };
    const request = (options: object) =>
      bot([{ id: 'w', type: 'Webhook', options: { webhook, ...options } }]);
    expect(found(request({ proxyCredentialsId: 'p1' }))).toStrictEqual([
      'warning UNSUPPORTED bot.groups[0].blocks[0].options.proxyCredentialsId',
    ]);
    expect(found(request({ proxyCredentialsId: 'p1', isExecutedOnClient: true }))).toStrictEqual([]);
    expect(found(request({}))).toStrictEqual([]);
  });

  it('may be about a block whose type has no text form', () => {
    const odd = { id: 'b', type: { toString: 1 }, options: { credentialsId: 'c1' } };
    expect(found(bot([odd]))).toStrictEqual(['error UNKNOWN_BLOCK_TYPE bot.groups[0].blocks[0].type']);
    expect(credentialReferences(bot([odd]))).toMatchObject([{ credentialsId: 'c1', blockType: '' }]);
  });

  it('never throws, whatever the document contains', () => {
    const text = fc.constantFrom('{{Name}} + 1', '{{ Name }}', '(', '/(/', 'Custom', 'Equal to', '');
    // Converting it to a text throws.
    const textless = fc.constantFrom({ toString: 1, valueOf: 1 }, [{ toString: 1, valueOf: 1 }]);
    const odd = fc.oneof(fc.jsonValue(), text, textless);
    const comparison = fc.record(
      { variableId: odd, column: odd, comparisonOperator: odd, value: odd },
      { requiredKeys: [] },
    );
    const condition = fc.record({ comparisons: fc.oneof(odd, fc.array(fc.oneof(odd, comparison))) });
    const item = fc.record(
      {
        id: odd,
        content: fc.oneof(odd, condition),
        path: odd,
        outgoingEdgeId: odd,
        paths: fc.oneof(odd, fc.array(fc.record({ id: odd, outgoingEdgeId: odd }, { requiredKeys: [] }))),
        displayCondition: fc.record({ isEnabled: fc.constantFrom(true, 1), condition }),
      },
      { requiredKeys: [] },
    );
    const options = fc.dictionary(
      fc.constantFrom(...OPTION_NAMES),
      fc.oneof(odd, fc.array(fc.dictionary(fc.constantFrom(...OPTION_NAMES), odd))),
    );
    const block = fc.oneof(
      fc.jsonValue(),
      fc.record(
        {
          id: fc.oneof(fc.constantFrom('a', 'b'), fc.jsonValue()),
          type: fc.constantFrom(...BLOCK_TYPES.keys()),
          options: fc.oneof(odd, options),
          content: odd,
          items: fc.oneof(odd, fc.array(item)),
          outgoingEdgeId: odd,
        },
        { requiredKeys: ['type'] },
      ),
      fc.record(
        {
          id: fc.oneof(fc.string(), fc.jsonValue()),
          type: fc.oneof(fc.constantFrom(...BLOCK_TYPES.keys()), fc.jsonValue()),
          options: fc.jsonValue(),
          content: fc.jsonValue(),
          items: fc.jsonValue(),
          outgoingEdgeId: fc.jsonValue(),
        },
        { requiredKeys: [] },
      ),
    );
    const id = fc.constantFrom('a', 'b', 'e', 'g', '__proto__', '');
    const edges = fc.array(
      fc.record({
        id,
        from: fc.record({ blockId: id, itemId: id, pathId: id, eventId: id }, { requiredKeys: [] }),
        to: fc.record({ groupId: id, blockId: id }, { requiredKeys: ['groupId'] }),
      }),
    );
    const variables = fc.array(fc.record({ id, name: fc.string(), value: fc.constantFrom(null, '', '1') }));
    fc.assert(
      fc.property(fc.array(block), edges, variables, (blocks, edgeList, variableList) => {
        const document = { groups: [{ id: 'g', blocks }], edges: edgeList, variables: variableList };
        expect(checkBot(document).every(({ path }) => path.startsWith('bot'))).toBe(true);
        const sent = JSON.stringify(document);
        const { document: connected } = connectEdges(document);
        expect(findUnnamedEdges(connected).filter(({ obstacle }) => obstacle === undefined)).toEqual([]);
        // Nothing was changed in place.
        expect(JSON.stringify(document)).toBe(sent);
      }),
      { numRuns: 150 },
    );
  });
});

describe('documents of every version', () => {
  it.each([
    ['6', v6Document(), ['UNKNOWN_BLOCK_TYPE', 'EMPTY_GROUP', 'UNUSED_EVENT']],
    ['5', v5Document(), ['EMPTY_GROUP']],
    ['before June 2022', stepsEraDocument(), ['NO_VARIABLE']],
  ])('%s', (_, document, codes) => {
    expect(checkBot(document).map(({ code }) => code)).toEqual(codes);
  });

  const folder = resolve(import.meta.dirname, '../../../../../shared/bots');
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.json')) : [];
  if (names.length === 0) process.stderr.write('Skipped: real bots, because ../shared/bots is not there.\n');

  it.skipIf(names.length === 0).each(names)(
    '%s has a start, only known blocks, no dangling edges and complete blocks',
    (name) => {
      const issues: FlowIssue[] = checkBot(JSON.parse(readFileSync(join(folder, name), 'utf8')));
      const codes = new Set(issues.filter(({ severity }) => severity === 'error').map(({ code }) => code));
      codes.delete('JUMP_TO_NOWHERE');
      expect([...codes]).toEqual(name.endsWith('-httprequest.json') ? ['MISSING_REQUEST'] : []);
    },
  );
});

describe('cost of a check', () => {
  it('is linear in the size of the flow: many jumps into a group of thousands of blocks', () => {
    let reads = 0;
    const count = 2_000;
    const blocks = Array.from({ length: count }, (_, index) => ({
      get id() {
        reads += 1;
        return `b${index}`;
      },
      type: 'Jump',
      options: { groupId: 'g', blockId: `b${count - 1 - index}` },
    }));
    expect(checkFlow(bot(blocks))).toStrictEqual([]);
    expect(reads).toBeLessThan(20 * count);
  });

  it('keeps messages short, however long the field names are', () => {
    const options = {
      ['k'.repeat(100_000)]: Array.from({ length: 300 }, (_, index) => `{{Nobody ${index}}}`),
    };
    const issues = checkFlow(bot([{ ...words('Hi'), options }]));
    expect(issues.length).toBeGreaterThan(100);
    expect(JSON.stringify(issues).length).toBeLessThan(100_000);
  });
});
