import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { BotDocument } from '#lib/bots/document/bot-document.ts';
import { isStepsEra, stepsToBlocks } from '#lib/bots/document/steps-to-blocks.ts';
import { flowPicture } from '#lib/bots/flow/flow-picture.ts';
import { cutText, escapeXml } from '#lib/bots/flow/svg-text.ts';
import { completeDocument } from '#lib/bots/incoming/document-defaults.ts';
import type { JsonObject } from '#lib/platform/json/json-object.ts';
import { stepsEraDocument, v5Document, v6Document } from '#test/fixtures/documents.ts';
import { generatedBot } from '#test/fixtures/generated-bot.ts';

const DANGLING = '#dc2626"';

function complete(sent: object): BotDocument {
  const document = sent as JsonObject;
  return completeDocument(isStepsEra(document) ? stepsToBlocks(document) : document).document;
}

const drawPicture = (sent: object, botId?: string) => flowPicture(complete(sent), 'A bot', botId);

/**
 * Checks the subset of XML that this service writes: every tag is closed in order, quotes are paired, and there
 * are no stray characters.
 */
function expectWellFormed(svg: string): void {
  const open: string[] = [];
  let at = 0;
  for (const match of svg.matchAll(/([^<]*)<(\/?)([A-Za-z]+)((?: [A-Za-z-]+="[^"<]*")*)(\/?)>/g)) {
    expect(match.index).toBe(at);
    at += match[0].length;
    expect(match[1]).not.toMatch(/&(?!(amp|lt|gt|quot|#39);)/);
    if (match[2]) expect(open.pop()).toBe(match[3]);
    else if (!match[5]) open.push(match[3] ?? '');
  }
  expect(at).toBe(svg.length);
  expect(open).toEqual([]);
}

describe('the picture of a flow', () => {
  it('shows groups, blocks, items, events and edges', () => {
    const svg = drawPicture(v6Document());
    for (const text of [
      'Start',
      '/help',
      'Route',
      'Where are you sailing?',
      'North island',
      '→ Route',
      'empty',
    ]) {
      expect(svg).toContain(`>${text}<`);
    }
    expect(svg.match(/marker-end="url\(#e\)"/g)).toHaveLength(3);
    expectWellFormed(svg);
  });

  it('names each group, so that a page can find and mark it', () => {
    const svg = drawPicture({
      groups: [
        { id: 'a"b', title: 'First', blocks: [] },
        { id: 'c', title: 'Second', blocks: [] },
      ],
    });
    const [, first, second] = svg.split('<g data-group-id=');
    expect(first).toMatch(/^"a&quot;b">.*>First<.*<\/g>$/);
    expect(second).toMatch(/^"c">.*>Second<.*<\/g>/);
    expectWellFormed(svg);
  });

  it('names the block, item and button of each row that a connection can begin at', () => {
    const paths = [{ id: 'button', text: 'Buy' }];
    const blocks = [
      { id: 'ask', type: 'choice input', items: [{ id: 'yes"', content: 'Yes' }, { content: 'No' }] },
      { id: 'shop', type: 'cards', items: [{ id: 'card', paths }] },
    ];
    const svg = drawPicture({ groups: [{ id: 'g', title: 'Group', blocks }] });
    const rows = [...svg.matchAll(/<g( data-block-id=[^>]*)>/g)].map(([, ids]) => ids);
    expect(rows).toEqual([
      ' data-block-id="ask"',
      ' data-block-id="ask" data-item-id="yes&quot;"',
      ' data-block-id="ask"',
      ' data-block-id="shop"',
      ' data-block-id="shop"',
      ' data-block-id="shop" data-item-id="card" data-path-id="button"',
    ]);
    expectWellFormed(svg);
  });

  it('names the edge of each line, or the block that jumps, so that a page can show the way a chat took', () => {
    const blocks = [
      { id: 'b', type: 'text', outgoingEdgeId: 'e"' },
      { id: 'j"', type: 'Jump', options: { groupId: 'h' } },
    ];
    const svg = drawPicture({
      groups: [
        { id: 'g', blocks },
        { id: 'h', blocks: [] },
      ],
      edges: [{ id: 'e"', from: { blockId: 'b' }, to: { groupId: 'h' } }],
    });
    expect(svg.match(/data-edge-id="[^"]*"/g)).toEqual(['data-edge-id="e&quot;"']);
    expect(svg.match(/data-jump-id="[^"]*"/g)).toEqual(['data-jump-id="j&quot;"']);
    expectWellFormed(svg);
  });

  it('names each event, so that a page can find where the flow begins', () => {
    const start = { id: 'start"', type: 'start', graphCoordinates: { x: 0, y: 0 } };
    const svg = drawPicture({ version: '6', events: [start], groups: [], edges: [] });
    expect(svg).toMatch(/<g data-event-id="start&quot;"><rect [^>]*\/><text [^>]*>Start<\/text><\/g>/);
    expectWellFormed(svg);
  });

  it.each([
    ['the V5 variant', v5Document()],
    ['an export from before June 2022', stepsEraDocument()],
    ['an empty bot', {}],
  ])('renders %s', (_, document) => {
    expectWellFormed(drawPicture(document));
  });

  it('draws jumps and links to the same bot as dashed lines', () => {
    expect(drawPicture(v5Document()).match(/stroke-dasharray="5 4"/g)).toHaveLength(1);
  });

  it.each([
    [
      'an edge that does not exist',
      { groups: [{ id: 'g', blocks: [{ id: 'b', type: 'text', outgoingEdgeId: 'gone' }] }] },
    ],
    [
      'an edge to a group that does not exist',
      {
        groups: [{ id: 'g', blocks: [{ id: 'b', type: 'text', outgoingEdgeId: 'e' }] }],
        edges: [{ id: 'e', from: { blockId: 'b' }, to: { groupId: 'gone' } }],
      },
    ],
    [
      'an edge from nowhere',
      {
        groups: [{ id: 'g', blocks: [] }],
        edges: [{ id: 'e', from: { blockId: 'x' }, to: { groupId: 'g' } }],
      },
    ],
    [
      'a jump to nowhere',
      { groups: [{ id: 'g', blocks: [{ id: 'b', type: 'Jump', options: { groupId: 'gone' } }] }] },
    ],
  ])('shows %s in red', (_, document) => {
    const lines = (svg: string) => svg.split(`stroke="${DANGLING}`).length - 1;
    expect(lines(drawPicture({ groups: [{ id: 'g', blocks: [] }] }))).toBe(0);
    expect(lines(drawPicture(document))).toBe(1);
  });

  it.each([
    ['straight to a group beside', 320, /^M300 [\d.]+C320 [\d.]+ 300 18 320 18$/],
    ['around a group that leaves no room', 305, /^M300 [\d.]+Q.*L.*Q/],
  ])('draws an edge %s', (_, x, path) => {
    const at = (id: string, left: number, more: object) => ({
      id,
      graphCoordinates: { x: left, y: 0 },
      ...more,
    });
    const svg = drawPicture({
      groups: [
        at('a', 0, { blocks: [{ id: 'b', type: 'text', outgoingEdgeId: 'e' }] }),
        at('c', x, { blocks: [] }),
      ],
      edges: [{ id: 'e', from: { blockId: 'b' }, to: { groupId: 'c' } }],
    });
    expect(/<path d="([^"]*)" class="edge"/.exec(svg)?.[1]).toMatch(path);
  });

  it('escapes all user-provided text', () => {
    const evil = `</text><script>alert("1")</script>&'\u0000\ud800`;
    const svg = flowPicture(
      complete({
        version: '6',
        events: [{ id: 'e', type: 'command', options: { command: evil } }],
        variables: [{ id: 'v', name: evil }],
        groups: [
          {
            id: 'g',
            title: evil,
            blocks: [
              { id: 'b', type: evil, options: { variableId: 'v' } },
              { id: 'c', type: 'choice input', items: [{ id: 'i', content: evil }] },
            ],
          },
        ],
      }),
      evil,
    );
    expect(svg).not.toContain('<script');
    expect(svg.isWellFormed()).toBe(true);
    expectWellFormed(svg);
  });

  it('stays within size limits, however large the bot and distant its groups', () => {
    const far = { id: 'far', graphCoordinates: { x: 1e300, y: -1e300 }, blocks: [] };
    const large = generatedBot(5_000_000);
    const svg = drawPicture({ ...large, groups: [...large.groups, far] });
    expect(Buffer.byteLength(svg)).toBeLessThan(3_000_000);
    expect(svg).toMatch(/>\d+ more groups are not drawn</);
    expect(drawPicture({ groups: [far] })).not.toMatch(/e\+|NaN|Infinity/);
    const tall = { id: 'g', blocks: Array.from({ length: 5_000 }, () => ({ type: 'text' })) };
    expect(drawPicture({ groups: [tall] })).toContain('>and 4940 more<');
  });

  it('says what a text is calculated to', () => {
    const set = (expressionToEvaluate: string) => ({
      id: expressionToEvaluate,
      type: 'Set variable',
      options: { expressionToEvaluate },
    });
    const blocks = [set('2024-2025'), set('2024-01-05'), set('42')];
    const picture = drawPicture({ groups: [{ id: 'g', title: 'G', blocks }] });
    expect(picture).toContain('>2024-2025 → -1<');
    expect(picture).toContain('>2024-01-05<');
    expect(picture).toContain('>42<');
  });

  it('never throws, whatever the document contains', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            fc.jsonValue(),
            fc.record({
              id: fc.string(),
              type: fc.constantFrom(
                'text',
                'Condition',
                'choice input',
                'Set variable',
                'Webhook',
                'cards',
                'Jump',
                'Email',
              ),
              content: fc.jsonValue(),
              options: fc.jsonValue(),
              items: fc.array(fc.record({ content: fc.jsonValue(), paths: fc.jsonValue() })),
            }),
          ),
        ),
        fc.string({ unit: 'binary' }),
        (blocks, title) => expectWellFormed(drawPicture({ groups: [{ id: 'g', title, blocks }] })),
      ),
      { numRuns: 200 },
    );
  });

  const folder = resolve(import.meta.dirname, '../../../../../shared/bots');
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.json')) : [];
  if (names.length === 0) process.stderr.write('Skipped: real bots, because ../shared/bots is not there.\n');

  it.skipIf(names.length === 0).each(names)('renders %s', (name) => {
    expectWellFormed(drawPicture(JSON.parse(readFileSync(join(folder, name), 'utf8'))));
  });
});

describe('text in a picture', () => {
  it.each([
    ['short', 10, 'short'],
    ['  much   white\n space ', 30, 'much white space'],
    ['exactly ten', 11, 'exactly ten'],
    ['one letter too many', 18, 'one letter too man…'],
    ['渡し船の切符', 6, '渡し船…'],
    ['😀😀😀', 5, '😀😀…'],
  ])('%j is truncated to %i', (text, width, cut) => {
    expect(cutText(text, width)).toBe(cut);
  });

  it('drops characters not allowed in XML', () => {
    expect(escapeXml('a\u0000\u001b\ufffeb<\ud800')).toBe('ab&lt;\ufffd');
  });
});
