import type { BotDocument } from '#lib/bots/document/bot-document.ts';
import { frozen, group, smallBot } from '#test/lib/bots/migrations/small-bot.ts';

export const welcome = { id: 'welcome', type: 'text', content: { plainText: 'Hi {{Name}}' } };
export const ask = {
  id: 'ask',
  type: 'choice input',
  items: [
    { id: 'yes', outgoingEdgeId: 'e2', content: 'Yes' },
    { id: 'no', content: 'No' },
  ],
  options: { variableId: 'v1' },
};
export const cards = {
  id: 'cards',
  type: 'cards',
  items: [{ id: 'card', paths: [{ id: 'button', text: 'Order', outgoingEdgeId: 'e3' }] }],
};
export const again = { id: 'again', type: 'choice input', items: [{ id: 'maybe', content: 'Maybe' }] };
export const jump = { id: 'jump', type: 'Jump', options: { groupId: 'g1', blockId: 'ask' } };
export const link = { id: 'link', type: 'Typebot link', options: { typebotId: 'current', groupId: 'g1' } };

/** A bot in which everything leads somewhere: two groups with inputs, and one with a jump and a link to the first. */
export const bakery: BotDocument = frozen({
  ...smallBot({
    version: '6',
    events: [{ id: 'start', type: 'start', outgoingEdgeId: 'e1', graphCoordinates: { x: 0, y: 0 } }],
    groups: [group('g1', [welcome, ask]), group('g2', [cards, again]), group('g3', [jump, link])],
    edges: [
      { id: 'e1', from: { eventId: 'start' }, to: { groupId: 'g1' } },
      { id: 'e2', from: { blockId: 'ask', itemId: 'yes' }, to: { groupId: 'g2', blockId: 'again' } },
      { id: 'e3', from: { blockId: 'cards', itemId: 'card', pathId: 'button' }, to: { groupId: 'g2' } },
    ],
    variables: [
      { id: 'v1', name: 'Name' },
      { id: 'v2', name: 'Unused' },
    ],
    settings: { security: { prefillableVariables: ['Name'] } },
  }),
  name: 'Bakery',
});
