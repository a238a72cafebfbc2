import { describe, expect, it } from 'vitest';
import { applyLocally } from '#apps/console/bot/draft/apply-locally.ts';
import { copySelection, insertCopiedText, isCopiedPart } from '#apps/console/bot/editing/copied-part.ts';
import type { Selection } from '#apps/console/bot/editing/edited-parts.ts';
import type { BotDocument } from '#lib/bots/document/bot-document.ts';
import type { JsonObject } from '#lib/platform/json/json-object.ts';

const BOT = { id: 'bot', workspaceId: 'workspace' };

const document = {
  name: 'Small',
  version: '6',
  events: [{ id: 'start', type: 'start', graphCoordinates: { x: 0, y: 0 } }],
  groups: [
    {
      id: 'one',
      title: 'One',
      graphCoordinates: { x: 0, y: 0 },
      blocks: [
        { id: 'ask', type: 'text input', options: { variableId: 'name' } },
        { id: 'last', type: 'Wait' },
      ],
    },
    { id: 'two', title: 'Two', graphCoordinates: { x: 500, y: 0 }, blocks: [] },
  ],
  edges: [],
  variables: [{ id: 'name', name: 'Name' }],
  theme: {},
  settings: {},
} as unknown as BotDocument;

/** Copies a part, and returns the document after it is pasted. */
function copyAndPaste(from: Selection, to: Selection): BotDocument {
  let count = 0;
  let pasted = document;
  const text = copySelection({ document }, from, BOT) ?? '';
  expect(isCopiedPart(text)).toBe(true);
  insertCopiedText(
    {
      document,
      newId: () => {
        count += 1;
        return `new${count}`;
      },
      edit: (operations) => {
        const outcome = applyLocally(document, operations);
        if ('clash' in outcome) throw new Error(outcome.clash.message);
        pasted = outcome.document;
      },
    },
    text,
    to,
    BOT,
  );
  return pasted;
}

function listTypes(group: BotDocument['groups'][number] | undefined): unknown[] {
  const blocks = (group?.blocks ?? []) as JsonObject[];
  return blocks.map(({ type }) => type);
}

describe('what was copied', () => {
  it('goes behind the selected block, or to the end of the selected group', () => {
    const block = { groupId: 'one', blockId: 'ask' };
    const behind = copyAndPaste(block, block);
    expect(listTypes(behind.groups[0])).toEqual(['text input', 'text input', 'Wait']);
    expect(behind.groups[0]?.blocks[1]).not.toHaveProperty('id', 'ask');
    expect(listTypes(copyAndPaste(block, { groupId: 'two' }).groups[1])).toEqual(['text input']);
    expect(behind.variables).toEqual(document.variables);
  });

  it('is a group of its own if it was one, where there is room', () => {
    const { groups } = copyAndPaste({ groupId: 'one' }, { groupId: 'one' });
    expect(groups).toHaveLength(3);
    const copy = groups.find(({ id }) => id !== 'one' && id !== 'two');
    expect(listTypes(copy)).toEqual(['text input', 'Wait']);
    expect(groups.map(({ graphCoordinates }) => JSON.stringify(graphCoordinates))).toHaveLength(
      new Set(groups.map(({ graphCoordinates }) => JSON.stringify(graphCoordinates))).size,
    );
  });

  it('needs a group if it is a block', () => {
    expect(() => copyAndPaste({ groupId: 'one', blockId: 'ask' }, {})).toThrow('Open the group');
  });
});

describe('a text on the clipboard', () => {
  it.each(['', 'Hello', '{', '{"a":1}', '[]', 'null', '{"kind":"flow"}'])(
    'is not a part of a flow: %j',
    (text) => {
      expect(isCopiedPart(text)).toBe(false);
    },
  );

  it('is refused if it only looks like one', () => {
    const editor = { document, newId: () => 'new', edit: () => expect.unreachable() };
    expect(() => insertCopiedText(editor, '{"kind":"groups"}', {}, BOT)).toThrow('fragment.version');
  });
});
