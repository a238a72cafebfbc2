import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  formatRevision,
  parseRevision,
  toMovedDocument,
  toRevision,
} from '#apps/cli/moving/target/moved-document.ts';
import { isJsonObject, type JsonObject } from '#lib/platform/json/json-object.ts';

const link = (typebotId: string) => ({
  groups: [{ id: 'g1', blocks: [{ id: 'b1', type: 'Typebot link', options: { typebotId } }] }],
});

describe('the moved document', () => {
  it('has the flow of the published copy, and the rest of the draft', () => {
    const draft = {
      id: 'a',
      name: 'Name',
      version: '6.1',
      events: [],
      edges: [{ id: 'new' }],
      isClosed: true,
    };
    const published = { version: '5', edges: [{ id: 'old' }], createdAt: '2026-01-01T00:00:00.000Z' };
    const { publication } = toMovedDocument({ draft, published }, new Map());
    // Version 5 has no events, so those of the draft do not belong to it.
    expect(publication).toEqual({ name: 'Name', version: '5', edges: [{ id: 'old' }] });
  });

  it('has links to bots here, and names those that are missing once', () => {
    const bot = { draft: link('there'), published: link('gone') };
    const moved = toMovedDocument(bot, new Map([['there', 'here']]));
    expect(moved.draft).toMatchObject(link('here'));
    expect(moved.publication).toMatchObject(link('gone'));
    expect(moved.unknownLinks).toEqual(['gone']);
  });
});

describe('the revision', () => {
  const revisionOf = (draft: JsonObject, published: JsonObject | null = null) =>
    toRevision(toMovedDocument({ draft, published }, new Map()), draft);

  it('does not depend on the order of keys', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (settings) => {
        const reversed = JSON.parse(JSON.stringify(settings), (_, value) =>
          isJsonObject(value) ? Object.fromEntries(Object.entries(value).toReversed()) : value,
        );
        expect(revisionOf({ settings: reversed })).toEqual(revisionOf({ settings }));
      }),
    );
  });

  it('changes with the draft, with closing and with links that become known', () => {
    const { draft } = revisionOf({ name: 'a', ...link('there') });
    expect(revisionOf({ name: 'b', ...link('there') }).draft).not.toBe(draft);
    expect(revisionOf({ name: 'a', ...link('there'), isClosed: true }).draft).not.toBe(draft);
    const known = toMovedDocument(
      { draft: { name: 'a', ...link('there') }, published: null },
      new Map([['there', 'x']]),
    );
    expect(toRevision(known, {}).draft).not.toBe(draft);
  });

  it('does not change when nothing but its place and dates do', () => {
    const revision = revisionOf({ name: 'a', updatedAt: '2026-01-01T00:00:00.000Z', workspaceId: 'w' });
    expect(revisionOf({ name: 'a', updatedAt: '2026-02-01T00:00:00.000Z', workspaceId: 'x' })).toEqual(
      revision,
    );
  });

  it('tells a publication from a draft', () => {
    const [before, after] = [
      revisionOf({ name: 'a' }, { edges: [] }),
      revisionOf({ name: 'b' }, { edges: [] }),
    ];
    expect(after.publication).toBe(before.publication);
    expect(revisionOf({ name: 'a' }, { edges: [{ id: 'e' }] }).publication).not.toBe(before.publication);
    expect(revisionOf({ name: 'a' }, null).publication).not.toBe(before.publication);
  });

  it('is read back as it was written, and nothing else is', () => {
    const revision = revisionOf({ name: 'a' }, { edges: [] });
    expect(parseRevision(formatRevision(revision))).toEqual(revision);
    for (const other of [undefined, '', 'v7', 'draft , published '])
      expect(parseRevision(other)).toBeUndefined();
  });
});
