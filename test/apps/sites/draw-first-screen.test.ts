import { describe, expect, it } from 'vitest';
import { drawFirstScreen } from '#apps/sites/draw-first-screen.ts';
import { toImportedDocument } from '#lib/bots/incoming/imported-document.ts';
import type { JsonObject } from '#lib/platform/json/json-object.ts';
import { ask, chatBot, text } from '#test/fixtures/chat-bots.ts';

const draw = (document: JsonObject) => drawFirstScreen(toImportedDocument(document).document);

/** Returns the texts of a picture, with spaces between them. */
const readTexts = (svg: string) =>
  [...svg.matchAll(/<text [^>]*>([^<]*)<\/text>/g)].map(([, content]) => content).join(' ');

describe('the picture of a first screen', () => {
  it('shows the texts before the first question, and the question', () => {
    const items = ['Yes', 'No'].map((content) => ({ id: content, content }));
    const svg = draw(
      chatBot([
        {
          id: 'g',
          blocks: [
            text('a', 'One'),
            text('b', 'Two'),
            { id: 'c', type: 'choice input', items },
            text('d', 'Three'),
          ],
        },
      ]),
    );
    expect(readTexts(svg)).toBe('One Two Yes No');
  });

  it('breaks long texts into lines', () => {
    const long = 'A text that is longer than a line of the picture';
    const svg = draw(chatBot([{ id: 'g', blocks: [text('a', long), ask('b')] }]));
    expect(svg.match(/<text /g)).toHaveLength(3);
    expect(readTexts(svg)).toBe(`${long} Send`);
  });

  it('has the colors of the theme', () => {
    const theme = {
      general: { background: { type: 'Color', content: '#010203' } },
      chat: { hostBubbles: { backgroundColor: '#040506' }, buttons: { backgroundColor: '#070809' } },
    };
    const svg = draw(chatBot([{ id: 'g', blocks: [text('a', 'Hi'), ask('b')] }], { theme }));
    for (const color of ['#010203', '#040506', '#070809']) expect(svg).toContain(`fill="${color}"`);
  });

  it('escapes texts and colors', () => {
    const theme = { chat: { hostBubbles: { color: '"/><script>' } } };
    const svg = draw(chatBot([{ id: 'g', blocks: [text('a', '<script>&')] }], { theme }));
    expect(svg).not.toContain('<script>');
    expect(readTexts(svg)).toBe('&lt;script&gt;&amp;');
  });

  it('is a background for a bot without groups', () => {
    expect(draw({ version: '6', name: 'Empty', groups: [] })).toMatch(/^<svg .*<\/svg>$/);
  });
});
