import { describe, expect, it } from 'vitest';
import { connectEdges, findUnnamedEdges } from '#lib/bots/incoming/unnamed-edges.ts';
import type { JsonObject } from '#lib/platform/json/json-object.ts';
import { stepsEraDocument, v5Document, v6Document } from '#test/fixtures/documents.ts';

const flow = (blocks: JsonObject[], edges: JsonObject[], more: JsonObject = {}) => ({
  groups: [
    { id: 'g', blocks },
    { id: 'next', blocks: [] },
    { id: 'other', blocks: [] },
  ],
  edges,
  ...more,
});
const edge = (id: string, from: JsonObject, groupId = 'next') => ({ id, from, to: { groupId } });

const TEXT = { id: 'b', type: 'text' };

describe('edges that nothing names', () => {
  it.each([
    ['a block', flow([TEXT], [edge('e', { blockId: 'b' })]), 'bot.groups[0].blocks[0]'],
    [
      'an item',
      flow([{ ...TEXT, items: [{ id: 'i' }, { id: 'k' }] }], [edge('e', { blockId: 'b', itemId: 'k' })]),
      'bot.groups[0].blocks[0].items[1]',
    ],
    [
      'the button of a card',
      flow(
        [{ ...TEXT, items: [{ id: 'i', paths: [{ id: 'p' }] }] }],
        [edge('e', { blockId: 'b', itemId: 'i', pathId: 'p' })],
      ),
      'bot.groups[0].blocks[0].items[0].paths[0]',
    ],
    [
      'an event',
      flow([TEXT], [edge('e', { eventId: 's' })], { events: [{ id: 's', type: 'start' }] }),
      'bot.events[0]',
    ],
    [
      'a block that names an edge that is gone',
      flow([{ ...TEXT, outgoingEdgeId: 'gone' }], [edge('e', { blockId: 'b' })]),
      'bot.groups[0].blocks[0]',
    ],
    [
      'a block that names null',
      flow([{ ...TEXT, outgoingEdgeId: null }], [edge('e', { blockId: 'b' })]),
      'bot.groups[0].blocks[0]',
    ],
    [
      'a step of an old export',
      {
        blocks: [
          { id: 'g', steps: [{ id: 'b', type: 'text', blockId: 'g' }] },
          { id: 'next', steps: [] },
        ],
        edges: [{ id: 'e', from: { blockId: 'g', stepId: 'b' }, to: { blockId: 'next' } }],
      },
      'bot.groups[0].blocks[0]',
    ],
  ])('are connected to %s, and nothing else changes', (_, document: JsonObject, path) => {
    const before = structuredClone(document);
    const { document: connected, warnings } = connectEdges(document);
    expect(warnings).toEqual([
      expect.objectContaining({ code: 'CONNECTED', path: `${path}.outgoingEdgeId` }),
    ]);
    expect(findUnnamedEdges(connected)).toEqual([]);
    expect(document).toStrictEqual(before);
    const text = JSON.stringify(connected);
    expect(text.replace(/,?"outgoingEdgeId":(?:"[^"]*"|null)/g, '')).toBe(
      JSON.stringify(before).replace(/,?"outgoingEdgeId":(?:"[^"]*"|null)/g, ''),
    );
    expect(text.split('"outgoingEdgeId":"e"')).toHaveLength(2);
    // Connecting again finds nothing.
    expect(connectEdges(connected).document).toBe(connected);
  });

  it('are connected on a block and on its items at once', () => {
    const block = { ...TEXT, items: [{ id: 'i', paths: [{ id: 'p' }] }] };
    const edges = [
      edge('e', { blockId: 'b' }),
      edge('f', { blockId: 'b', itemId: 'i' }),
      edge('h', { blockId: 'b', itemId: 'i', pathId: 'p' }),
    ];
    expect(connectEdges(flow([block], edges)).document.groups[0]?.blocks).toEqual([
      {
        ...TEXT,
        outgoingEdgeId: 'e',
        items: [{ id: 'i', outgoingEdgeId: 'f', paths: [{ id: 'p', outgoingEdgeId: 'h' }] }],
      },
    ]);
  });

  it.each([
    [
      'its block names another one',
      flow(
        [{ ...TEXT, outgoingEdgeId: 'f' }],
        [edge('e', { blockId: 'b' }), edge('f', { blockId: 'b' }, 'other')],
      ),
      'namesAnother',
    ],
    [
      'more blocks of the group follow',
      flow([TEXT, { id: 'c', type: 'text' }], [edge('e', { blockId: 'b' })]),
      'blocksFollow',
    ],
    [
      'two lead to different groups',
      flow([TEXT], [edge('e', { blockId: 'b' }), edge('f', { blockId: 'b' }, 'other')]),
      'several',
    ],
  ])('stay as they are if %s', (_, document: JsonObject, obstacle) => {
    expect(findUnnamedEdges(document)[0]).toMatchObject({ edgeId: 'e', obstacle });
    expect(connectEdges(document)).toEqual({ document, warnings: [] });
    expect(connectEdges(document).document).toBe(document);
  });

  it('are connected if two lead to the same place', () => {
    const document = flow([TEXT], [edge('e', { blockId: 'b' }), edge('f', { blockId: 'b' })]);
    expect(connectEdges(document).warnings).toHaveLength(1);
  });

  it.each([
    ['comes from a block that is gone', flow([TEXT], [edge('e', { blockId: 'nobody' })])],
    ['comes from an item that is gone', flow([TEXT], [edge('e', { blockId: 'b', itemId: 'nobody' })])],
    ['leads to a group that is gone', flow([TEXT], [edge('e', { blockId: 'b' }, 'gone')])],
    ['is named by its block', flow([{ ...TEXT, outgoingEdgeId: 'e' }], [edge('e', { blockId: 'b' })])],
    [
      'is named by another block',
      flow([TEXT, { id: 'c', outgoingEdgeId: 'e' }], [edge('e', { blockId: 'b' })]),
    ],
  ])('are no concern of this if the edge %s', (_, document: JsonObject) => {
    expect(findUnnamedEdges(document)).toEqual([]);
  });

  it.each([
    ['version 6', v6Document()],
    ['version 5', v5Document()],
    ['before June 2022', stepsEraDocument()],
    ['nothing', {}],
    ['lists that are none', { groups: 7, edges: {}, events: 'x' }],
  ])('do not exist in a valid document: %s', (_, document: JsonObject) => {
    expect(connectEdges(document).document).toBe(document);
  });
});
