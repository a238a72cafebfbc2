import { describe, expect, it } from 'vitest';
import { findUsedVariables, listVariableUses } from '#lib/bots/editing/variable-uses.ts';
import { group } from '#test/lib/bots/migrations/small-bot.ts';
import { bakery } from './bakery-bot.ts';

const script = {
  id: 's',
  type: 'Code',
  options: { isExecutedOnClient: false, content: "setVariable('Name', 1)" },
};
const named = { id: '{{Name}}', type: 'text', outgoingEdgeId: '{{Name}}', content: 'Name' };

describe('listVariableUses', () => {
  it('lists options, texts, scripts and settings', () => {
    const bot = { ...bakery, groups: [...bakery.groups, group('g4', [script, named])] };
    expect(listVariableUses(bot, 'v1')).toStrictEqual([
      { path: 'bot.groups[0].blocks[0].content.plainText', by: 'name', groupId: 'g1', blockId: 'welcome' },
      { path: 'bot.groups[0].blocks[1].options.variableId', by: 'id', groupId: 'g1', blockId: 'ask' },
      { path: 'bot.groups[3].blocks[0].options.content', by: 'name', groupId: 'g4', blockId: 's' },
      { path: 'bot.settings.security.prefillableVariables[0]', by: 'name' },
    ]);
  });

  it('lists events and theme', () => {
    const bot = {
      ...bakery,
      groups: [],
      settings: {},
      events: [
        {
          id: 'reply',
          type: 'reply' as const,
          graphCoordinates: { x: 0, y: 0 },
          options: { contentVariableId: 'v1' },
        },
      ],
      theme: { customCss: '.a { content: "{{Name}}" }' },
    };
    expect(listVariableUses(bot, 'v1')).toStrictEqual([
      { path: 'bot.events[0].options.contentVariableId', by: 'id', eventId: 'reply' },
      { path: 'bot.theme.customCss', by: 'name' },
    ]);
  });

  it('is empty for a variable that is not used, or not there', () => {
    expect(listVariableUses(bakery, 'v2')).toStrictEqual([]);
    expect(listVariableUses(bakery, 'gone')).toStrictEqual([]);
  });
});

describe('findUsedVariables', () => {
  it.each([
    ['a text', { content: '{{Name}}' }],
    ['an option', { options: { rows: [{ variableId: 'v1' }] } }],
    ['a script', script],
  ])('finds the one of %s', (_, block) => {
    expect(findUsedVariables([block], bakery.variables)).toStrictEqual([{ id: 'v1', name: 'Name' }]);
  });

  it('finds none in an id', () => {
    expect(findUsedVariables([{ id: 'v1' }], bakery.variables)).toStrictEqual([]);
  });
});
