import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkBot } from '#lib/bots/check-bot.ts';
import { BLOCK_TYPES } from '#lib/bots/document/block-types.ts';
import type { BotDocument, Edge, Group } from '#lib/bots/document/bot-document.ts';
import { checkFlow } from '#lib/bots/flow/flow-check.ts';
import type { FlowIssue } from '#lib/bots/flow/flow-issue.ts';
import { stepsEraDocument, v5Document, v6Document } from '#test/fixtures/documents.ts';

/** A bot whose start leads to the first group, with what the test gives. */
function bot(blocks: unknown[], more: Partial<BotDocument> = {}): BotDocument {
  return {
    version: '6',
    name: 'Checked',
    events: [{ id: 'start', type: 'start', graphCoordinates: { x: 0, y: 0 }, outgoingEdgeId: 'first' }],
    groups: [group('g', blocks)],
    edges: [{ id: 'first', from: { eventId: 'start' }, to: { groupId: 'g' } }],
    variables: [{ id: 'v', name: 'Name' }],
    theme: {},
    settings: {},
    ...more,
  };
}

function group(id: string, blocks: unknown[]): Group {
  return { id, title: id, graphCoordinates: { x: 0, y: 0 }, blocks };
}

function edge(id: string, blockId: string, groupId: string): Edge {
  return { id, from: { blockId }, to: { groupId } };
}

const words = (text: string) => ({
  id: 'b',
  type: 'text',
  content: { richText: [{ type: 'p', children: [{ text }] }] },
});

const found = (document: BotDocument, botId?: string) =>
  checkFlow(document, botId).map(({ severity, code, path }) => `${severity} ${code} ${path}`);

describe('a flow', () => {
  it('that is all right has no issues', () => {
    expect(checkFlow(bot([words('Hello {{Name}}')]))).toEqual([]);
  });

  it.each([
    ['no events', { events: [] }, 'error NO_START bot.events'],
    [
      'a start that leads nowhere',
      { events: [{ id: 'start', type: 'start' as const, graphCoordinates: { x: 0, y: 0 } }] },
      'error START_NOT_CONNECTED bot.events',
    ],
  ])('with %s cannot begin', (_, more, issue) => {
    expect(found(bot([words('x')], more))).toContain(issue);
  });

  it('below version 6 begins with a start block', () => {
    const v5 = { version: '5' as const, events: null, edges: [] };
    expect(found(bot([words('x')], v5))).toEqual(['error NO_START bot.groups']);
    expect(found(bot([{ id: 's', type: 'start' }, words('x')], v5))).toEqual([]);
  });

  it('does not call everything unreachable if there is no start', () => {
    expect(found(bot([words('x')], { events: [] })).join()).not.toContain('UNREACHABLE_GROUP');
  });
});

describe('groups', () => {
  it('that nothing leads to are unreachable', () => {
    const groups = [group('g', [words('x')]), group('lost', [{ ...words('y'), id: 'c' }])];
    expect(found(bot([], { groups }))).toEqual(['warning UNREACHABLE_GROUP bot.groups[1]']);
  });

  const target = group('target', [{ ...words('y'), id: 'c' }]);

  it.each([
    ['an edge of a block', { id: 'b', type: 'text', outgoingEdgeId: 'e' }],
    ['an edge of an item', { id: 'b', type: 'Condition', items: [{ id: 'i', outgoingEdgeId: 'e' }] }],
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
    ['a jump that a variable decides', { id: 'b', type: 'Jump', options: { groupId: '{{Name}}' } }],
    [
      'a link to the bot itself',
      { id: 'b', type: 'Typebot link', options: { typebotId: 'current', groupId: 'target' } },
    ],
    [
      'a link by its own id',
      { id: 'b', type: 'Typebot link', options: { typebotId: 'me', groupId: 'target' } },
    ],
  ])('are reached by %s', (_, block) => {
    const edges = [...bot([]).edges, edge('e', 'b', 'target')];
    expect(found(bot([], { groups: [group('g', [block]), target], edges }), 'me')).toEqual([]);
  });

  it('are reached from every event, not from the start alone', () => {
    const document = bot([], { groups: [group('g', [words('x')]), target] });
    document.events?.push({
      id: 'help',
      type: 'command',
      graphCoordinates: { x: 0, y: 0 },
      outgoingEdgeId: 'e',
    });
    document.edges.push({ id: 'e', from: { eventId: 'help' }, to: { groupId: 'target' } });
    expect(found(document)).toEqual([]);
  });

  it('are not reached by an edge that no block names', () => {
    const edges = [...bot([]).edges, edge('e', 'b', 'target')];
    expect(found(bot([], { groups: [group('g', [words('x')]), target], edges }))).toEqual([
      'warning UNREACHABLE_GROUP bot.groups[1]',
    ]);
  });

  it('in a circle that nothing leads into are unreachable', () => {
    const circle = [
      group('one', [{ id: 'c', type: 'Jump', options: { groupId: 'two' } }]),
      group('two', [{ id: 'd', type: 'Jump', options: { groupId: 'one' } }]),
    ];
    expect(found(bot([], { groups: [group('g', [words('x')]), ...circle] }))).toHaveLength(2);
  });

  it('without blocks end a conversation', () => {
    expect(found(bot([]))).toEqual(['warning EMPTY_GROUP bot.groups[0].blocks']);
  });
});

describe('edges', () => {
  it('to nowhere break off a conversation, from nowhere are leftovers', () => {
    const edges = [...bot([]).edges, edge('e', 'b', 'gone'), edge('f', 'nobody', 'g')];
    expect(found(bot([words('x')], { edges }))).toEqual([
      'error DANGLING bot.edges[1].to.groupId',
      'info DANGLING bot.edges[2].from.blockId',
    ]);
  });

  it('that are named but do not exist are reported, including those of card buttons', () => {
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
  ])('%s %j is all right', (type, options) => {
    expect(found(bot([{ id: 'b', type, options }]))).toEqual([]);
  });
});

describe('blocks', () => {
  it.each([
    ['a type of the future', { id: 'b', type: 'hologram' }],
    ['a type that every object has', { id: 'b', type: 'constructor' }],
    ['no type', { id: 'b' }],
    ['a type that is not text', { id: 'b', type: 7 }],
  ])('with %s are unknown', (_, block) => {
    expect(found(bot([block]))).toEqual(['error UNKNOWN_BLOCK_TYPE bot.groups[0].blocks[0].type']);
  });

  it.each([null, 7, 'text', []])('that are %j are unknown', (block) => {
    expect(found(bot([block]))).toEqual(['error UNKNOWN_BLOCK_TYPE bot.groups[0].blocks[0]']);
  });

  it('are known of 58 types', () => {
    expect(BLOCK_TYPES.size).toBe(58);
  });

  it('without the credentials that they need are reported', () => {
    const blocks = (options: object) => [{ id: 'b', type: 'openai', options }];
    expect(found(bot(blocks({})))).toEqual([
      'warning MISSING_CREDENTIALS bot.groups[0].blocks[0].options.credentialsId',
    ]);
    expect(found(bot(blocks({ credentialsId: 'c' })))).toEqual([]);
    expect(
      found(
        bot([
          { id: 'b', type: 'Email' },
          { id: 'c', type: 'Webhook' },
        ]),
      ),
    ).toEqual([]);
  });

  it('that ask and keep no answer are reported, buttons less loudly', () => {
    const blocks = [
      { id: 'b', type: 'text input' },
      { id: 'c', type: 'choice input', items: [] },
      { id: 'd', type: 'email input', options: { variableId: 'v' } },
    ];
    expect(found(bot(blocks))).toEqual([
      'warning NO_VARIABLE bot.groups[0].blocks[0].options.variableId',
      'info NO_VARIABLE bot.groups[0].blocks[1].options.variableId',
    ]);
  });

  it('with the same id are reported', () => {
    expect(found(bot([words('x'), words('y')]))).toEqual(['warning DUPLICATE_ID bot.groups[0].blocks[1].id']);
  });
});

describe('variables', () => {
  it.each([
    ['Hello {{Nmae}}', 1],
    ['{{Nmae}} {{Nmae}} {{Other}}', 2],
    ['{{ Name }}', 0],
    ['{{={{Name}}.length=}}', 0],
    ['{{}} {{ {', 0],
    ['{"a":{"b":1}}', 0],
  ])('in %j: %i unknown', (text, count) => {
    expect(checkFlow(bot([words(text)])).map(({ code }) => code)).toEqual(
      Array.from({ length: count }, () => 'UNKNOWN_VARIABLE'),
    );
  });

  it('are looked for wherever a block has text, and once in an old text bubble', () => {
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

  it('that an option names by id must exist', () => {
    const block = { id: 'b', type: 'Set variable', options: { variableId: 'gone' } };
    expect(found(bot([block]))).toEqual([
      'warning UNKNOWN_VARIABLE bot.groups[0].blocks[0].options.variableId',
    ]);
  });

  it('have long names cut in messages', () => {
    const [issue] = checkFlow(bot([words(`{{${'😀'.repeat(500)}}}`)]));
    expect(issue?.message.length).toBeLessThan(100);
    expect(issue?.message.isWellFormed()).toBe(true);
  });
});

describe('where mails and credentials go', () => {
  const found = (blocks: unknown[], more: Partial<BotDocument> = {}) =>
    checkFlow(bot(blocks, more)).filter(({ code }) => code === 'OPEN_TO_PREFILLING');
  const email = { id: 'e', type: 'Email', options: { recipients: ['a@x.example', '{{Name}}'] } };

  it.each([
    [email, 'recipients'],
    [{ ...email, options: { bcc: ['<{{Name}}>'] } }, 'bcc'],
    [{ id: 'm', type: 'gmail', options: { to: '{{Name}}' } }, 'to'],
    [{ id: 'o', type: 'openai', options: { baseUrl: 'https://{{Name}}.example' } }, 'baseUrl'],
  ])('is a warning where anybody may set it: %j', (block, field) => {
    expect(found([block])).toEqual([
      {
        severity: 'warning',
        code: 'OPEN_TO_PREFILLING',
        path: `bot.groups[0].blocks[0].options.${field}`,
        message: expect.stringContaining('settings.security.prefillableVariables'),
      },
    ]);
  });

  it('is none where the settings do not let it be set, or an input asks for it', () => {
    const settings = (prefillableVariables: string[]) => ({ security: { prefillableVariables } });
    expect(found([email], { settings: settings([]) })).toEqual([]);
    expect(found([email], { settings: settings(['Name']) })).toHaveLength(1);
    expect(found([{ id: 'i', type: 'email input', options: { variableId: 'v' } }, email])).toEqual([]);
    expect(found([{ ...email, options: { recipients: ['a@x.example'] } }])).toEqual([]);
  });
});

describe('the list of issues', () => {
  it('has the worst first and an end', () => {
    const blocks = Array.from({ length: 5_000 }, (_, index) => ({
      id: `b${index}`,
      type: index % 2 ? 'hologram' : 'text input',
    }));
    const issues = checkFlow(bot(blocks));
    expect(issues).toHaveLength(200);
    expect(issues.at(-1)).toMatchObject({ code: 'MORE', message: expect.stringContaining('4801 more') });
    expect(issues[0]?.severity).toBe('error');
  });

  it('can be made for any content of a document', () => {
    const block = fc.oneof(
      fc.jsonValue(),
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
    fc.assert(
      fc.property(fc.array(block), (blocks) => {
        expect(checkBot({ groups: [{ id: 'g', blocks }] }).every(({ path }) => path.startsWith('bot'))).toBe(
          true,
        );
      }),
      { numRuns: 300 },
    );
  });
});

describe('documents of every age', () => {
  it.each([
    ['6', v6Document(), ['UNKNOWN_BLOCK_TYPE', 'EMPTY_GROUP']],
    ['5', v5Document(), ['EMPTY_GROUP']],
    ['before June 2022', stepsEraDocument(), ['NO_VARIABLE']],
  ])('%s', (_, document, codes) => {
    expect(checkBot(document).map(({ code }) => code)).toEqual(codes);
  });

  const folder = resolve(import.meta.dirname, '../../../../shared/bots');
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.json')) : [];
  if (names.length === 0) process.stderr.write('Skipped: real bots, because ../shared/bots is not there.\n');

  it.skipIf(names.length === 0).each(names)(
    '%s has a start, known blocks, and targets for its edges',
    (name) => {
      const issues: FlowIssue[] = checkBot(JSON.parse(readFileSync(join(folder, name), 'utf8')));
      const codes = new Set(issues.filter(({ severity }) => severity === 'error').map(({ code }) => code));
      codes.delete('JUMP_TO_NOWHERE');
      expect([...codes]).toEqual([]);
    },
  );
});

describe('The work of a check', () => {
  it('grows with the flow, not with its square: jumps into a group of thousands of blocks', () => {
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

  it('leaves a list of issues that can be read, however long the names of fields are', () => {
    const options = {
      ['k'.repeat(100_000)]: Array.from({ length: 300 }, (_, index) => `{{Nobody ${index}}}`),
    };
    const issues = checkFlow(bot([{ ...words('Hi'), options }]));
    expect(issues.length).toBeGreaterThan(100);
    expect(JSON.stringify(issues).length).toBeLessThan(100_000);
  });
});
