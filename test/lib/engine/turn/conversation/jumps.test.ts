import { describe, expect, it } from 'vitest';
import { ask, back, chatBot, edge, jump, text, variables } from '#test/fixtures/chat-bots.ts';
import { CASES, readCase } from '#test/support/cases.ts';
import { Talk } from '#test/support/chat/talk.ts';

describe('A jump', () => {
  it('goes to a group, and a Return there jumps back to the next block', async () => {
    const talk = new Talk(
      chatBot([
        { id: 'a', blocks: [jump('j', 'b'), text('after', 'back'), ask('q')] },
        { id: 'b', blocks: [text('t', 'in b'), back('r'), text('never', 'never')] },
      ]),
    );
    expect(await talk.start()).toMatchObject({ texts: ['in b', 'back'], asks: 'q' });
  });

  it("returns to where the jump's edge leads", async () => {
    const talk = new Talk(
      chatBot(
        [
          { id: 'a', blocks: [jump('j', 'b', {}), text('rest', 'rest')] },
          { id: 'b', blocks: [text('t', 'in b'), back('r')] },
          { id: 'c', blocks: [text('u', 'in c')] },
        ].map((group) =>
          group.id === 'a'
            ? {
                ...group,
                blocks: group.blocks.map((block) =>
                  block.id === 'j' ? { ...block, outgoingEdgeId: 'e' } : block,
                ),
              }
            : group,
        ),
        { edges: [edge('e', 'j', 'c')] },
      ),
    );
    expect(await talk.texts()).toStrictEqual([['in b', 'in c']]);
  });

  it('remembers its origin while an input waits', async () => {
    const talk = new Talk(
      chatBot([
        { id: 'a', blocks: [jump('j', 'b'), text('after', 'back')] },
        { id: 'b', blocks: [ask('q'), text('t', 'in b'), back('r')] },
      ]),
    );
    expect(await talk.texts('x')).toStrictEqual([[], ['in b', 'back']]);
  });

  it('can go to a block, or to a group by the title in a variable', async () => {
    const groups = [
      { id: 'a', blocks: [jump('j', '{{Where}}', { blockId: 'two' })] },
      { id: 'b', title: 'The Title', blocks: [text('one', '1'), text('two', '2')] },
    ];
    const where = [{ id: 'w', name: 'Where', value: 'The Title' }];
    expect(await new Talk(chatBot(groups, { variables: where })).texts()).toStrictEqual([['2']]);
  });

  it('ends without a return if nothing follows it', async () => {
    const talk = new Talk(
      chatBot([
        { id: 'a', blocks: [jump('j', 'b')] },
        { id: 'b', blocks: [text('t', 'in b'), back('r'), text('u', 'on')] },
      ]),
    );
    expect(await talk.texts()).toStrictEqual([['in b', 'on']]);
  });

  it.each([
    ['a group', jump('j', 'gone'), 'Group to jump to is not found'],
    ['a group by an unset variable', jump('j', '{{Where}}'), 'Group to jump to is not found'],
  ])('to %s that does not exist ends the flow and logs it', async (_, block, description) => {
    const talk = new Talk(
      chatBot(
        [
          { id: 'a', blocks: [block, text('never', 'never')] },
          { id: 'b', blocks: [text('t', 'in b')] },
        ],
        {
          variables: variables('Where'),
        },
      ),
    );
    expect(await talk.start()).toMatchObject({ messages: [], logs: [{ description }] });
    expect(talk.isOver).toBe(true);
  });

  it.each(['gone', '', 'q2'])(
    'to the deleted block "%s" goes to the first block of the group, with a log',
    async (blockId) => {
      const talk = new Talk(
        chatBot([
          { id: 'a', blocks: [jump('j', 'b', { blockId }), text('after', 'after')] },
          { id: 'b', blocks: [text('t', 'in b'), text('u', 'more'), back('r')] },
        ]),
      );
      expect(await talk.start()).toMatchObject({
        texts: ['in b', 'more', 'after'],
        logs: [
          {
            description: 'Block to jump to is not found',
            context: 'Error while executing Jump block',
            details: JSON.stringify({ groupIdOrTitle: 'b', blockId, jumpBlockId: 'j' }),
          },
        ],
      });
    },
  );

  it('to a deleted block ends the chat of an older bot, as recorded', async () => {
    const bot = chatBot([
      { id: 'a', blocks: [jump('j', 'b', { blockId: 'gone' })] },
      { id: 'b', blocks: [text('t', 'in b')] },
    ]);
    const talk = new Talk({ ...bot, version: '4' });
    expect(await talk.start()).toMatchObject({
      messages: [],
      logs: [{ description: 'Block to jump to is not found' }],
    });
    expect(talk.isOver).toBe(true);
  });

  it.skipIf(CASES.length === 0)('to a deleted block goes on as in the case from reports', async () => {
    expect(await new Talk(readCase('p07').bot).start()).toMatchObject({
      texts: ['one', 'two'],
      asks: 'i',
      logs: [{ description: 'Block to jump to is not found' }],
    });
  });

  it('without a target is skipped, and so is a Return without a jump', async () => {
    const talk = new Talk(
      chatBot([
        { id: 'a', blocks: [{ id: 'j', type: 'Jump', options: {} }, text('t', 'Hey!'), back('r'), ask('q')] },
      ]),
    );
    expect(await talk.start()).toMatchObject({ texts: ['Hey!'], asks: 'q' });
  });

  it('within a jump overwrites the origin of the first', async () => {
    const talk = new Talk(
      chatBot([
        { id: 'a', blocks: [jump('j1', 'b'), text('after1', 'after j1')] },
        { id: 'b', blocks: [jump('j2', 'c'), text('after2', 'after j2'), back('r1')] },
        { id: 'c', blocks: [text('t', 'c'), back('r2')] },
      ]),
    );
    expect(await talk.texts()).toStrictEqual([['c', 'after j2']]);
  });
});
