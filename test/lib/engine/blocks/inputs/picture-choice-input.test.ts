import { describe, expect, it } from 'vitest';
import { pictureChoiceInputBlock } from '#lib/engine/blocks/inputs/picture-choice-input.ts';
import { blockContext } from '#test/support/chat/block-context.ts';
import { getContent, replyToInput } from './reply-to-input.ts';

const items = [
  { id: 'p1', title: 'Cat', pictureSrc: 'https://e.com/cat.png', outgoingEdgeId: 'e9' },
  { id: 'p2', pictureSrc: 'https://e.com/x.png' },
  { id: 'p3', title: 'Dog', value: 'dg', pictureSrc: 'https://e.com/dog.png' },
  { id: 'p4' },
];
const variables = {
  Pictures: ['https://e.com/1.png', null, 'https://e.com/3.png'],
  Titles: ['One', 'Two', 'Three'],
  Texts: ['first'],
};
const dynamicItems = {
  isEnabled: true,
  pictureSrcsVariableId: 'Pictures',
  titlesVariableId: 'Titles',
  descriptionsVariableId: 'Texts',
};

describe('A picture choice', () => {
  it.each([
    ['Cat', 'Cat'],
    ['dg', 'dg'],
    ['Dog', 'dg'],
    ['https://e.com/x.png', 'https://e.com/x.png'],
    ['p2', 'https://e.com/x.png'],
    ['https://e.com/cat.png', null],
    ['cat', null],
    ['p4', null],
    ['', null],
  ])('turns %j into %j', async (reply, stored) => {
    expect(await getContent(pictureChoiceInputBlock, { items }, reply)).toBe(stored);
  });

  it.each([
    ['Cat, https://e.com/x.png', 'Cat, https://e.com/x.png'],
    ['Dog and cat', 'Cat, dg'],
    ['2', 'https://e.com/x.png'],
    ['mouse', null],
  ])('of several turns %j into %j', async (reply, stored) => {
    const input = { options: { isMultipleChoice: true }, items };
    expect(await getContent(pictureChoiceInputBlock, input, reply)).toBe(stored);
  });

  it('follows the edge of the item', async () => {
    expect(await replyToInput(pictureChoiceInputBlock, { items }, 'Cat')).toMatchObject({
      outgoingEdgeId: 'e9',
    });
  });
});

describe('Pictures of a choice', () => {
  it('come from variables', async () => {
    const block = { id: 'p', type: 'picture choice input', items, options: { dynamicItems } };
    expect((await pictureChoiceInputBlock.show?.(block, blockContext({ variables })))?.items).toStrictEqual([
      { id: '0', pictureSrc: 'https://e.com/1.png', title: 'One', description: 'first' },
      { id: '2', pictureSrc: 'https://e.com/3.png', title: 'Three', description: '' },
    ]);
  });

  it.each([
    ['One', 'One'],
    ['2', 'Three'],
    ['https://e.com/1.png', null],
  ])('from variables turn %j into %j', async (reply, stored) => {
    const input = { options: { dynamicItems }, items, context: { variables } };
    expect(await getContent(pictureChoiceInputBlock, input, reply)).toBe(stored);
  });

  it.each([
    { ...dynamicItems, isEnabled: false },
    { ...dynamicItems, pictureSrcsVariableId: 'Unset' },
  ])('are those from the editor with %j', async (off) => {
    const block = { id: 'p', type: 'picture choice input', items, options: { dynamicItems: off } };
    const shown = await pictureChoiceInputBlock.show?.(block, blockContext({ variables }));
    expect(shown?.items).toStrictEqual(items);
  });
});
