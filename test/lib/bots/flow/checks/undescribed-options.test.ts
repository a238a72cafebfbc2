import { describe, expect, it } from 'vitest';
import { checkBot } from '#lib/bots/check-bot.ts';
import type { BotDocument } from '#lib/bots/document/bot-document.ts';
import { findUndescribedOptions } from '#lib/bots/flow/checks/blocks/undescribed-options.ts';
import type { FlowIssue } from '#lib/bots/flow/flow-issue.ts';
import { migrateToLatest } from '#lib/bots/migrations/migrate.ts';
import { bot } from '#test/fixtures/checked-bots.ts';
import { expectLinear } from '#test/support/growth.ts';
import { MIGRATED_BOTS, REAL_BOTS, readRealBot } from '#test/support/real-bots.ts';

const PATH = 'bot.groups[0].blocks[0]';
const CODES = ['UNEXPECTED_OPTION', 'MISSPELT_OPTION', 'MORE'];

const findIn = (block: object) =>
  findUndescribedOptions(bot([{ id: 'b', ...block }])).map(
    ({ severity, code, path, message }) => `${severity} ${code} ${path.replace(PATH, '')} ${message}`,
  );

const formatUnexpected = (path: string, expected: string) =>
  `warning UNEXPECTED_OPTION .${path} is not a value that this option has, so it may be ignored; expected ${expected}`;
const formatMisspelt = (path: string, meant: string) =>
  `warning MISSPELT_OPTION .${path} is not known, so it has no effect; did you mean \`${meant}\`?`;

describe('a value that an option does not have', () => {
  it.each([
    ['a text', { type: 'number input', options: { variableId: 7 } }, 'options.variableId', 'a text'],
    [
      'a number',
      { type: 'number input', options: { min: false } },
      'options.min',
      'a number, or a text with a number or a variable',
    ],
    ['an object', { type: 'number input', options: 'odd' }, 'options', 'an object'],
    ['null', { type: 'number input', options: { labels: null } }, 'options.labels', 'an object'],
    [
      'true or false',
      { type: 'choice input', options: { isMultipleChoice: 'yes' } },
      'options.isMultipleChoice',
      'true or false',
    ],
    ['a list', { type: 'choice input', items: {} }, 'items', 'a list'],
    [
      'an entry',
      { type: 'choice input', items: [{ id: 'i' }, { id: 'j', content: [] }] },
      'items[1].content',
      'a text',
    ],
  ])('is a warning with what is expected: %s', (_, block, path, expected) => {
    expect(findIn(block)).toEqual([formatUnexpected(path, expected)]);
  });

  it('is never shown', () => {
    const secret = 'sk-1234567890';
    const found = findIn({
      type: 'Set variable',
      options: { type: secret, isCode: secret, variableId: [secret] },
    });
    expect(found.length).toBeGreaterThan(0);
    expect(found.join()).not.toContain(secret);
  });

  it('is one of those of a closed list', () => {
    const [found] = findIn({ type: 'openai', options: { action: 'Write a poem' } });
    expect(found).toMatch(
      /^warning UNEXPECTED_OPTION \.options\.action .*; expected one of "[A-Z][\w ]+", "/,
    );
  });

  it('is accepted with a variable, with a number as text, and if the block is unfinished', () => {
    expect(findIn({ type: 'number input', options: { min: '{{Smallest}}', max: '7' } })).toEqual([]);
    expect(findIn({ type: 'number input' })).toEqual([]);
    expect(findIn({ type: 'number input', options: {} })).toEqual([]);
  });

  it('is left to the check that says what comes of it', () => {
    const document = bot([{ id: 'b', type: 'AB test', options: { aPercent: 'half' }, items: [] }]);
    expect(findUndescribedOptions(document).map(({ path }) => path)).toEqual([`${PATH}.options.aPercent`]);
    const issues = checkBot({ ...document }).filter(({ path }) => path === `${PATH}.options.aPercent`);
    expect(issues.map(({ code }) => code)).toEqual(['UNKNOWN_OPTION']);
  });
});

describe('a key that is not described', () => {
  it.each([
    [{ type: 'number input', options: { variableid: 'v' } }, 'options.variableid', 'variableId'],
    [
      { type: 'number input', options: { labels: { placeholer: 'x' } } },
      'options.labels.placeholer',
      'placeholder',
    ],
    [{ type: 'number input', option: {} }, 'option', 'options'],
    [{ type: 'choice input', items: [{ id: 'i', contnet: 'x' }] }, 'items[0].contnet', 'content'],
  ])('is a warning if it is one edit away from another: %j', (block, path, meant) => {
    expect(findIn(block)).toEqual([formatMisspelt(path, meant)]);
  });

  it.each([
    ['of a newer version', { type: 'number input', options: { isAnimated: true } }],
    [
      'beside the one that it resembles',
      { type: 'number input', options: { variableid: 'v', variableId: 'v' } },
    ],
    ['that is short', { type: 'number input', options: { mix: 1 } }],
    ['of any block', { type: 'number input', id: 'b', groupId: 'g', outgoingEdgeId: 'e', blockId: 'b' }],
    ['of another action', { type: 'openai', options: { action: 'Create speech', messages: [] } }],
    ['named like one of every object', { type: 'number input', options: { constructor: 1, toString: 2 } }],
    ['named __proto__', JSON.parse('{"type":"number input","options":{"__proto__":{"min":[]}}}')],
  ])('is not reported otherwise: one %s', (_, block) => {
    expect(findIn(block)).toEqual([]);
  });

  it('is shortened in paths', () => {
    const [issue] = findUndescribedOptions(
      bot([{ id: 'b', type: 'number input', options: { labels: { button: { ['k'.repeat(100_000)]: 1 } } } }]),
    );
    expect(issue?.path.length).toBeLessThan(200);
  });
});

describe('theme and settings', () => {
  const findInParts = (parts: object) =>
    findUndescribedOptions({ ...bot([]), ...parts }).map(({ code, path }) => `${code} ${path}`);

  it('are checked like blocks', () => {
    expect(
      findInParts({
        theme: {
          general: { font: { type: 'Google', family: 7 } },
          customCSS: 'p {}',
          chat: { roundness: 'odd' },
        },
        settings: { typingEmulation: { speed: 'fast' }, security: { allowedOrigins: 'https://example.com' } },
      }),
    ).toEqual([
      'UNEXPECTED_OPTION bot.theme.general.font.family',
      'MISSPELT_OPTION bot.theme.customCSS',
      'UNEXPECTED_OPTION bot.theme.chat.roundness',
      'UNEXPECTED_OPTION bot.settings.typingEmulation.speed',
      'UNEXPECTED_OPTION bot.settings.security.allowedOrigins',
    ]);
  });

  it('may have keys of newer versions, and none', () => {
    expect(
      findInParts({ theme: { animation: true }, settings: { general: { isResultSavingEnabled: true } } }),
    ).toEqual([]);
    expect(findInParts({ theme: {}, settings: {} })).toEqual([]);
  });
});

describe('the findings of a bot', () => {
  const createBlocks = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ id: `b${index}`, type: 'number input', options: 7 }));

  it.each([
    [20, undefined],
    [21, 'unexpected or misspelt options: and 1 more'],
    [1_000, 'unexpected or misspelt options: and 980 more'],
    [5_000, 'unexpected or misspelt options: and more than 980 more'],
  ])('are at most 20: %i', (count, rest) => {
    const found = findUndescribedOptions(bot(createBlocks(count)));
    expect(found.filter(({ code }) => code === 'UNEXPECTED_OPTION')).toHaveLength(20);
    expect(found[20]?.message).toBe(rest);
    expect(found.length).toBeLessThanOrEqual(21);
  });

  it.each([
    [
      'unknown keys',
      (size: number) => Object.fromEntries(Array.from({ length: size }, (_, i) => [`labelx${i}`, 0])),
    ],
    ['entries', (size: number) => ({ labels: Array.from({ length: size }, () => 7) })],
  ])('are found in linear time: many %s', async (_, createOptions) => {
    await expectLinear(
      (size) =>
        findUndescribedOptions(bot([{ id: 'b', type: 'number input', options: createOptions(size) }])),
      { small: 2_000, large: 20_000 },
    );
  });

  it('come from blocks of known types alone', () => {
    const odd = [
      null,
      'text',
      [],
      { id: 'x' },
      { id: 'x', type: 'start' },
      { id: 'x', type: 'new', options: 7 },
    ];
    expect(findUndescribedOptions(bot(odd))).toEqual([]);
  });

  it('are those of check alone, with group, block and id', () => {
    const sent = { ...bot([{ id: 'b', type: 'number input', options: { style: 'roman' } }]) };
    expect(checkBot(sent).filter(({ code }) => CODES.includes(code))).toMatchObject([
      { path: `${PATH}.options.style`, group: 'g', block: 'Ask number', id: 'b' },
    ]);
  });
});

describe('the findings of an earlier version', () => {
  const document: BotDocument = {
    ...bot([
      { id: 's', type: 'start', label: 'Start', outgoingEdgeId: 'first' },
      {
        id: 'a',
        type: 'Google Sheets',
        options: { action: 'Get data from sheet', referenceCell: {}, sheetid: 'x' },
      },
      { id: 'b', type: 'Typebot link', options: { typebotId: 7 } },
      { id: 'c', type: 'Webhook', webhookId: 'w', options: { isCustomBody: 'no' } },
      { id: 'd', type: 'file input', options: { sizeLimit: 10, isRequired: 'no' } },
      { id: 'e', type: 'choice input', items: [{ id: 'i', blockId: 'e', type: 0, content: 7 }] },
    ]),
    events: null,
  };

  it.each(['3', '4', '5'] as const)('are those after a migration, at paths of version %s', (version) => {
    const before = findUndescribedOptions({ ...document, version });
    const after = findUndescribedOptions(migrateToLatest({ ...document, version }));
    const locate = (issues: FlowIssue[], blocks: readonly unknown[]) =>
      issues.map(({ path, code }) => {
        const [, index, rest] = /^bot\.groups\[0\]\.blocks\[(\d)\]\.(.*)$/.exec(path) ?? [];
        return `${(blocks[Number(index)] as { id: string }).id} ${rest} ${code}`;
      });
    const expected = [
      'a options.sheetid MISSPELT_OPTION',
      'b options.typebotId UNEXPECTED_OPTION',
      'c options.isCustomBody UNEXPECTED_OPTION',
      'd options.isRequired UNEXPECTED_OPTION',
      'e items[0].content UNEXPECTED_OPTION',
    ];
    expect(locate(before, document.groups[0]?.blocks ?? [])).toEqual(expected);
    expect(locate(after, document.groups[0]?.blocks.slice(1) ?? [])).toEqual(expected);
  });
});

describe.skipIf(REAL_BOTS.length === 0)('a real bot', () => {
  const names = [...REAL_BOTS, ...MIGRATED_BOTS];

  it.each(names)('%s has no finding', (name) => {
    const found = checkBot(readRealBot(name)).filter(({ code }) => CODES.includes(code));
    expect(found).toEqual([]);
  });
});
