import { expect, it } from 'vitest';
import { withLocations } from '#lib/bots/document/location-in-flow.ts';

const flow = {
  groups: [
    {
      id: 'g',
      title: 'Greeting',
      graphCoordinates: { x: 0, y: 0 },
      blocks: [{ id: 'ask', type: 'text input' }],
    },
  ],
  edges: [
    { id: 'e1', from: { blockId: 'ask' }, to: { groupId: 'gone' } },
    { id: 'e2', from: { eventId: 'start' }, to: { groupId: 'g' } },
    { id: 'e3', from: { blockId: 'gone' }, to: { groupId: 'g' } },
  ],
};

it.each([
  ['bot.groups[0].title', { group: 'Greeting' }],
  ['bot.groups[0].blocks[0].options', { group: 'Greeting', block: 'Ask text' }],
  ['bot.edges[0].to.groupId', { group: 'Greeting', block: 'Ask text' }],
  ['bot.edges[1].to.groupId', {}],
  ['bot.edges[2].from.blockId', {}],
  ['bot.edges[9].id', {}],
  ['bot.groups[9].blocks[9]', {}],
  ['bot.name', {}],
])('names the location of %s', (path, location) => {
  expect(withLocations(flow, [{ path }])).toEqual([{ path, ...location }]);
});
