import { describe, expect, it } from 'vitest';
import { checkBot } from '#lib/bots/check-bot.ts';
import { importableDocument } from '#lib/bots/document/bot-schema.ts';
import { isStepsEra, stepsToBlocks } from '#lib/bots/document/steps-to-blocks.ts';
import { toImportedDocument } from '#lib/bots/incoming/imported-document.ts';
import { frozen } from '#test/lib/bots/migrations/small-bot.ts';

describe('isStepsEra', () => {
  it('recognizes top-level blocks that contain steps', () => {
    expect(isStepsEra({ blocks: [{ id: 'b', steps: [] }] })).toBe(true);
  });

  it('recognizes them among malformed blocks', () => {
    expect(isStepsEra({ blocks: [null, 'text', { id: 'b', steps: [] }] })).toBe(true);
  });

  it.each([
    ['no blocks', {}],
    ['blocks that are not a list', { blocks: { steps: [] } }],
    ['no block', { blocks: [] }],
    ['blocks without steps', { blocks: [{ id: 'b', blocks: [] }] }],
    ['steps that are not a list', { blocks: [{ id: 'b', steps: 'many' }] }],
    ['groups beside the blocks', { blocks: [{ id: 'b', steps: [] }], groups: [] }],
  ])('returns false for a document with %s', (_case, document) => {
    expect(isStepsEra(document)).toBe(false);
  });
});

describe('stepsToBlocks', () => {
  it('renames blocks to groups and steps to blocks', () => {
    const migrated = stepsToBlocks({ name: 'Bot', blocks: [{ id: 'b', title: 'T', steps: [{ id: 's' }] }] });
    expect(migrated).toStrictEqual({ name: 'Bot', groups: [{ id: 'b', title: 'T', blocks: [{ id: 's' }] }] });
  });

  it('renames both references of an edge', () => {
    const migrated = stepsToBlocks({
      blocks: [{ id: 'b', steps: [] }],
      edges: [
        {
          id: 'e',
          from: { blockId: 'b1', stepId: 's1', itemId: 'i' },
          to: { blockId: 'b2', stepId: 's2' },
        },
      ],
    });
    expect(migrated.edges).toStrictEqual([
      {
        id: 'e',
        from: { groupId: 'b1', blockId: 's1', itemId: 'i' },
        to: { groupId: 'b2', blockId: 's2' },
      },
    ]);
  });

  it('renames references in steps, their items and their options, at any depth', () => {
    const step = {
      id: 's',
      blockId: 'b',
      items: [{ id: 'i', stepId: 's' }],
      options: { typebotId: 'other', blockId: 'b9', list: [[{ stepId: 's9' }]] },
    };
    expect(stepsToBlocks({ blocks: [{ id: 'b', steps: [step] }] }).groups).toStrictEqual([
      {
        id: 'b',
        blocks: [
          {
            id: 's',
            groupId: 'b',
            items: [{ id: 'i', blockId: 's' }],
            options: { typebotId: 'other', groupId: 'b9', list: [[{ blockId: 's9' }]] },
          },
        ],
      },
    ]);
  });

  it('renames keys, never values', () => {
    const step = { id: 's', content: { plainText: 'blockId', type: 'stepId' } };
    expect(stepsToBlocks({ blocks: [{ id: 'b', steps: [step] }] }).groups).toStrictEqual([
      { id: 'b', blocks: [step] },
    ]);
  });

  it('leaves theme, settings, variables and unknown keys unchanged', () => {
    const untouched = {
      theme: { blockId: 't' },
      settings: { stepId: 's' },
      variables: [{ id: 'v', name: 'n', stepId: 's', from: { blockId: 'b' } }],
      'x-unknown': { blockId: 'u', blocks: [], steps: [] },
    };
    const migrated = stepsToBlocks({
      ...untouched,
      blocks: [{ id: 'b', steps: [], 'x-block': { blockId: 'x' } }],
      edges: [{ id: 'e', 'x-edge': { blockId: 'x' } }],
    });
    expect(migrated).toStrictEqual({
      ...untouched,
      groups: [{ id: 'b', blocks: [], 'x-block': { blockId: 'x' } }],
      edges: [{ id: 'e', 'x-edge': { blockId: 'x' } }],
    });
  });

  it('leaves malformed values unchanged', () => {
    const migrated = stepsToBlocks({
      blocks: [null, 'text', 7, [], { id: 'b', steps: [null, 'text', 7, []] }, { id: 'c', steps: 'none' }],
      edges: [null, 'text', { id: 'e', from: null, to: 'nowhere' }],
    });
    expect(migrated).toStrictEqual({
      groups: [null, 'text', 7, [], { id: 'b', blocks: [null, 'text', 7, []] }, { id: 'c', blocks: 'none' }],
      edges: [null, 'text', { id: 'e', from: null, to: 'nowhere' }],
    });
    expect(stepsToBlocks({ blocks: [{ steps: [] }], edges: 'none' }).edges).toBe('none');
  });

  it('never overwrites a value if an object has both the old and the new key', () => {
    const migrated = stepsToBlocks({
      blocks: [
        {
          id: 'b',
          steps: [
            { groupId: 'g', blockId: 'b' },
            { groupId: 'g', stepId: 's' },
          ],
        },
        { id: 'mixed', steps: ['step'], blocks: ['block'] },
      ],
    });
    expect(migrated.groups).toStrictEqual([
      {
        id: 'b',
        blocks: [
          { groupId: 'g', blockId: 'b' },
          { groupId: 'g', blockId: 's' },
        ],
      },
      { id: 'mixed', steps: ['step'], blocks: ['block'] },
    ]);
  });

  it('preserves key order', () => {
    const migrated = stepsToBlocks({
      a: 1,
      blocks: [{ steps: [{ stepId: 's', z: 1, blockId: 'b' }] }],
      c: 2,
    });
    expect(JSON.stringify(migrated)).toBe(
      '{"a":1,"groups":[{"blocks":[{"blockId":"s","z":1,"groupId":"b"}]}],"c":2}',
    );
  });

  it('preserves keys that are special in JavaScript', () => {
    const document = JSON.parse('{"blocks":[{"steps":[{"__proto__":{"blockId":"b"},"constructor":1}]}]}');
    expect(JSON.stringify(stepsToBlocks(document))).toBe(
      '{"groups":[{"blocks":[{"__proto__":{"groupId":"b"},"constructor":1}]}]}',
    );
  });

  it('does not mutate its input', () => {
    const document = frozen({
      blocks: [{ id: 'b', steps: [{ id: 's', blockId: 'b', items: [{ stepId: 's' }] }] }],
      edges: [{ id: 'e', from: { blockId: 'b', stepId: 's' }, to: { blockId: 'b' } }],
    });
    expect(() => stepsToBlocks(document)).not.toThrow();
  });

  it('returns newer documents unchanged', () => {
    const document = { groups: [{ id: 'g', blocks: [{ blockId: 'b' }] }] };
    expect(stepsToBlocks(document)).toBe(document);
    const migrated = stepsToBlocks({ blocks: [{ id: 'b', steps: [] }] });
    expect(stepsToBlocks(migrated)).toBe(migrated);
  });

  it('runs once per request, even if the document is validated, imported and checked for issues', () => {
    let conversions = 0;
    const step = {
      get id() {
        conversions++;
        return 's';
      },
    };
    const document = { blocks: [{ id: 'b', steps: [step] }] };
    expect(importableDocument.safeParse(document).success).toBe(true);
    expect(toImportedDocument(document).warnings).toContainEqual(
      expect.objectContaining({ code: 'RENAMED', path: 'bot.blocks' }),
    );
    checkBot(document);
    expect(conversions).toBe(1);
  });
});
