import { describe, expect, it } from 'vitest';
import { findLinkedBotIds, relinkBots } from '#lib/bots/document/linked-bots.ts';
import type { JsonObject } from '#lib/platform/json/json-object.ts';
import { frozen } from '#test/lib/bots/migrations/small-bot.ts';

const linkTo = (typebotId: unknown) => ({ id: 'link', type: 'Typebot link', options: { typebotId } });
const documentOf = (...blocks: unknown[]): JsonObject =>
  frozen({ version: '6', groups: [{ id: 'g1' }, { id: 'g2', title: 'Group', blocks }] });
const stepsEraOf = (...steps: unknown[]): JsonObject => frozen({ blocks: [{ id: 'b1', steps }] });

/** Blocks without an id of a bot. */
const NOT_LINKS: [of: string, block: unknown][] = [
  ['a link to the bot itself', linkTo('current')],
  ['a link without a bot', linkTo('')],
  ['a link to a number', linkTo(7)],
  ['a link to null', linkTo(null)],
  ['a link without options', { id: 'link', type: 'Typebot link' }],
  ['a link whose options are a list', { id: 'link', type: 'Typebot link', options: ['old'] }],
  ['another type of block', { id: 'other', type: 'Jump', options: { typebotId: 'old' } }],
  ['null', null],
  ['text', 'old'],
];

describe('linkedBotIds', () => {
  it('lists each link with its path, in the order of the document', () => {
    const document = documentOf(linkTo('b'), { type: 'text' }, linkTo('a'), linkTo('b'));
    expect(findLinkedBotIds(document)).toStrictEqual([
      { botId: 'b', path: 'bot.groups[1].blocks[0].options.typebotId' },
      { botId: 'a', path: 'bot.groups[1].blocks[2].options.typebotId' },
      { botId: 'b', path: 'bot.groups[1].blocks[3].options.typebotId' },
    ]);
  });

  it("lists the links of an export from before June 2022 with today's paths", () => {
    expect(findLinkedBotIds(stepsEraOf(linkTo('a')))).toStrictEqual([
      { botId: 'a', path: 'bot.groups[0].blocks[0].options.typebotId' },
    ]);
  });

  it.each(NOT_LINKS)('leaves out %s', (_of, block) => {
    expect(findLinkedBotIds(documentOf(block))).toStrictEqual([]);
  });

  it.each([
    ['an empty document', {}],
    ['groups that are not a list', { groups: { blocks: [linkTo('a')] } }],
    ['groups that are not objects', { groups: [null, 'group', [linkTo('a')]] }],
    ['blocks that are not a list', { groups: [{ blocks: { 0: linkTo('a') } }] }],
  ])('finds none in %s', (_of, document) => {
    expect(findLinkedBotIds(document)).toStrictEqual([]);
  });
});

describe('relinkBots', () => {
  const NEW_IDS = new Map([
    ['old', 'new'],
    ['current', 'never'],
    ['', 'never'],
  ]);

  it('replaces the id and keeps everything else, including the order of keys', () => {
    const link = {
      options: { groupId: 'old', typebotId: 'old', mergeResults: true, more: 'old' },
      type: 'Typebot link',
      id: 'old',
    };
    const relinked = relinkBots(documentOf({ id: 'old' }, link, linkTo('other')), NEW_IDS);
    const expected = documentOf(
      { id: 'old' },
      { ...link, options: { ...link.options, typebotId: 'new' } },
      linkTo('other'),
    );
    expect(JSON.stringify(relinked)).toBe(JSON.stringify(expected));
  });

  it('keeps the old names of an export from before June 2022', () => {
    expect(relinkBots(stepsEraOf(linkTo('old')), NEW_IDS)).toStrictEqual(stepsEraOf(linkTo('new')));
  });

  it('rewrites the groups of a document half of which is from before June 2022', () => {
    const halves = (id: string) => ({ blocks: [{ steps: [linkTo(id)] }, { blocks: [linkTo(id)] }] });
    expect(relinkBots(frozen(halves('old')), NEW_IDS)).toStrictEqual(halves('new'));
  });

  it.each(NOT_LINKS)('returns the document itself for %s', (_of, block) => {
    const document = documentOf(block);
    expect(relinkBots(document, NEW_IDS)).toBe(document);
  });

  it('returns the document itself if the map has none of its ids', () => {
    const document = documentOf(linkTo('other'));
    expect(relinkBots(document, NEW_IDS)).toBe(document);
  });

  it('replaces a swap of two ids in one pass', () => {
    const swap = new Map([
      ['a', 'b'],
      ['b', 'a'],
    ]);
    expect(relinkBots(documentOf(linkTo('a'), linkTo('b')), swap)).toStrictEqual(
      documentOf(linkTo('b'), linkTo('a')),
    );
  });

  it('can make a link to its own id one to the current bot', () => {
    expect(relinkBots(documentOf(linkTo('old')), new Map([['old', 'current']]))).toStrictEqual(
      documentOf(linkTo('current')),
    );
  });

  it.each(['__proto__', 'constructor', 'toString'])('takes %s for an id like any other', (id) => {
    const document = documentOf(linkTo(id));
    expect(relinkBots(document, NEW_IDS)).toBe(document);
    expect(relinkBots(document, new Map([[id, 'new']]))).toStrictEqual(documentOf(linkTo('new')));
  });

  it('keeps keys that are named like Object.prototype members', () => {
    const text = JSON.stringify(documentOf(linkTo('old'))).replaceAll('"id":', '"__proto__":1,"id":');
    const relinked = relinkBots(JSON.parse(text) as JsonObject, NEW_IDS);
    expect(JSON.stringify(relinked)).toBe(text.replace('"old"', '"new"'));
  });
});
