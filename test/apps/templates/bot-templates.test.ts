import { globSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { BOT_TEMPLATES } from '#apps/templates/bot-templates.ts';
import { checkDocument, toCheckedDocument } from '#lib/bots/check-document.ts';
import type { BotDocument } from '#lib/bots/document/bot-document.ts';
import { createLayout, EVENT_WIDTH, GROUP_WIDTH } from '#lib/bots/flow/flow-layout.ts';
import { toImportedDocument } from '#lib/bots/incoming/imported-document.ts';
import type { JsonObject } from '#lib/platform/json/json-object.ts';
import { getValueAt } from '#lib/platform/json/value-at.ts';

/** Space between two groups in which a line can be seen. */
const MIN_GAP = 30;
/** https://www.w3.org/TR/WCAG22/#contrast-minimum */
const MIN_CONTRAST = 4.5;

describe('the list of templates', () => {
  it('has each file of its folder, by the name in its document', async () => {
    const files = readdirSync(new URL('../../../apps/templates/', import.meta.url));
    const documents = files.filter((file) => file.endsWith('.json')).map((file) => file.slice(0, -5));
    expect(BOT_TEMPLATES.map(({ id }) => id).toSorted()).toEqual(documents.toSorted());
    for (const { name, load } of BOT_TEMPLATES) expect((await load()).name).toBe(name);
  });

  it('is left out of what is deployed as a function', () => {
    const sources = globSync('{lib,functions,infra}/**/*.ts').filter(
      (file) => !file.includes('node_modules'),
    );
    expect(sources.length).toBeGreaterThan(500);
    const importing = sources.filter((file) => readFileSync(file, 'utf8').includes('apps/templates/'));
    expect(importing).toEqual([]);
  });
});

describe.each(BOT_TEMPLATES)('the template $id', ({ load }) => {
  it('is a complete document of version 6, in which a check finds nothing', async () => {
    const document = await load();
    expect(document.version).toBe('6');
    expect(toImportedDocument(document).warnings).toEqual([]);
    expect(checkDocument(toCheckedDocument(document))).toEqual([]);
  });

  it('is laid out with room for its lines', async () => {
    const { groups, events } = createLayout((await load()) as BotDocument);
    const boxes = [
      ...groups.map(({ id, x, y, height }) => ({
        id,
        left: x,
        right: x + GROUP_WIDTH,
        top: y,
        bottom: y + height,
      })),
      ...events.map(({ id, x, y }) => ({ id, left: x, right: x + EVENT_WIDTH, top: y, bottom: y + 40 })),
    ];
    const crowded = boxes.flatMap((one, index) =>
      boxes
        .slice(index + 1)
        .filter(
          (other) =>
            one.left - MIN_GAP < other.right &&
            other.left - MIN_GAP < one.right &&
            one.top - MIN_GAP < other.bottom &&
            other.top - MIN_GAP < one.bottom,
        )
        .map((other) => `${one.id} and ${other.id}`),
    );
    expect(crowded).toEqual([]);
  });

  it('has a theme that can be read', async () => {
    const { theme } = await load();
    const read = (path: string) => computeLuminance(getValueAt(theme as JsonObject, `chat.${path}`));
    const pairs = [
      ...['hostBubbles', 'guestBubbles', 'buttons', 'inputs'].map((part) => [
        `${part}.backgroundColor`,
        `${part}.color`,
      ]),
      ['inputs.backgroundColor', 'inputs.placeholderColor'],
    ];
    const all = pairs.map(
      ([one = '', other = '']) => [other, computeContrast(read(one), read(other))] as const,
    );
    expect(all).toHaveLength(5);
    expect(all.filter(([, contrast]) => !(contrast >= MIN_CONTRAST))).toEqual([]);
  });
});

function computeContrast(one: number, other: number): number {
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
}

/** Returns the relative luminance of a colour such as `#0b1f33`. */
function computeLuminance(color: unknown): number {
  const [, ...parts] = /^#(..)(..)(..)$/.exec(String(color)) ?? [];
  const [red = 0, green = 0, blue = 0] = parts
    .map((part) => Number.parseInt(part, 16) / 255)
    .map((share) => (share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
