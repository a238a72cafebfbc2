import { describe, expect, it } from 'vitest';
import type { JsonObject } from '#lib/platform/json/json-object.ts';
import { ask, back, chatBot, event, eventEdge, jump, text, variables } from '#test/fixtures/chat-bots.ts';
import { INPUT_MODULES } from '#test/lib/engine/blocks/inputs/input-modules.ts';
import { Talk } from '#test/support/chat/talk.ts';

const NAMES = variables('Text', 'Type', 'Group', 'Mail', 'Name');
const KNOWN = { contentVariableId: 'Text', inputTypeVariableId: 'Type', inputNameVariableId: 'Group' };

const mail = { id: 'mail', type: 'email input', options: { variableId: 'Mail' } };

function bot(events: JsonObject[], edges: JsonObject[], groups: { id: string; blocks: JsonObject[] }[]) {
  return chatBot(groups, { events, edges, variables: NAMES });
}

describe('A command event', () => {
  const withCommand = (options: JsonObject, blocks: JsonObject[]) =>
    bot(
      [event('cmd', 'command', { command: 'wizz', ...options })],
      [eventEdge('cmd', 'c')],
      [
        {
          id: 'main',
          blocks: [text('hi', 'Hi'), ask('q', { variableId: 'Name' }), text('t', 'Thanks, {{Name}}')],
        },
        { id: 'c', blocks },
      ],
    );

  it('runs at any time, and the waiting input is shown again', async () => {
    const talk = new Talk(withCommand({ resumeAfter: true }, [text('w', 'Wizzzzz')]));
    await talk.start();
    expect(await talk.say({ type: 'command', command: 'wizz' })).toMatchObject({
      texts: ['Wizzzzz'],
      asks: 'q',
    });
    expect(talk.answers).toStrictEqual([]);
    expect(await talk.say('Ada')).toMatchObject({ texts: ['Thanks, Ada'] });
  });

  it('ends the conversation unless it resumes', async () => {
    const talk = new Talk(withCommand({}, [text('w', 'Leaving!')]));
    await talk.start();
    expect((await talk.say({ type: 'command', command: 'wizz' })).texts).toStrictEqual(['Leaving!']);
    expect(talk.isOver).toBe(true);
    expect(talk.chat.result).toMatchObject({ isCompleted: false });
  });

  it('jumps back with a Return block', async () => {
    const talk = new Talk(withCommand({}, [text('w', 'wait'), back('r')]));
    await talk.start();
    expect(await talk.say({ type: 'command', command: 'wizz' })).toMatchObject({
      texts: ['wait'],
      asks: 'q',
    });
  });

  it('starts where its edge leads', async () => {
    const document = withCommand({}, [text('w1', '1'), text('w2', '2')]);
    const edges = [...(document.edges as JsonObject[]).slice(0, 1), eventEdge('cmd', 'c', { blockId: 'w2' })];
    const talk = new Talk({ ...document, edges });
    await talk.start();
    expect((await talk.say({ type: 'command', command: 'wizz' })).texts).toStrictEqual(['2']);
  });

  it('resumes a block that waits for the client, too', async () => {
    const document = bot(
      [event('cmd', 'command', { command: 'wizz', resumeAfter: true })],
      [eventEdge('cmd', 'c')],
      [
        { id: 'main', blocks: [{ id: 'l', type: 'webhook', options: {} }] },
        { id: 'c', blocks: [text('w', 'Wizz')] },
      ],
    );
    const talk = new Talk(document);
    await talk.start();
    expect(await talk.say({ type: 'command', command: 'wizz' })).toMatchObject({
      texts: ['Wizz'],
      clientSideActions: [{ type: 'listenForWebhook' }],
    });
  });

  it.each([
    ['is unknown', withCommand({}, []), 'other'],
    [
      'leads nowhere',
      {
        ...withCommand({}, []),
        edges: [{ id: 'to-first', from: { eventId: 'start' }, to: { groupId: 'main' } }],
      },
      'wizz',
    ],
  ])('is refused if it %s, and the conversation stays where it is', async (_, document, command) => {
    const talk = new Talk(document);
    await talk.start();
    await expect(talk.say({ type: 'command', command })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    expect((await talk.say('Ada')).texts).toStrictEqual(['Thanks, Ada']);
  });

  it('is ignored at the start of a bot that shows a message', async () => {
    const talk = new Talk(withCommand({}, [text('w', 'Wizz')]));
    expect((await talk.start({ message: { type: 'command', command: 'wizz' } })).texts).toStrictEqual(['Hi']);
  });

  it('that has its own input can be repeated without the session growing', async () => {
    const talk = new Talk(withCommand({ resumeAfter: true }, [ask('inner')]));
    await talk.start();
    for (let index = 0; index < 150; index++) await talk.say({ type: 'command', command: 'wizz' });
    expect(talk.chat.state?.frames[0].queue).toHaveLength(100);
    expect(talk.chat.stateChars).toBeLessThan(10_000);
    expect(await talk.say('done')).toMatchObject({ asks: 'inner' });
  });
});

describe('A reply event', () => {
  const withReply = (blocks: JsonObject[], more: { id: string; blocks: JsonObject[] }[] = []) =>
    bot(
      [event('re', 'reply', KNOWN)],
      [eventEdge('re', 'e')],
      [{ id: 'main', blocks: [mail, text('after', 'after {{Mail}}')] }, { id: 'e', blocks }, ...more],
    );

  it('runs before the answer is stored, which happens at its Return', async () => {
    const talk = new Talk(withReply([text('seen', '{{Type}}: {{Text}} in {{Group}}'), back('r')]));
    await talk.start();
    expect((await talk.say('a@B.co')).texts).toStrictEqual(['email: a@B.co in main', 'after a@b.co']);
    expect(talk.answers).toStrictEqual(['a@b.co']);
    expect(talk.chat.result).toMatchObject({ isCompleted: true });
    expect(talk.values).toMatchObject({ Text: 'a@B.co', Type: 'email', Group: 'main', Mail: 'a@b.co' });
  });

  it('runs for an invalid reply before the input asks again', async () => {
    const talk = new Talk(withReply([text('seen', 'ev'), back('r')]));
    await talk.start();
    expect(await talk.say('nonsense')).toMatchObject({
      texts: ['ev', expect.stringContaining('valid')],
      asks: 'mail',
    });
    expect((await talk.say('a@b.co')).texts).toStrictEqual(['ev', 'after a@b.co']);
    expect(talk.answers).toStrictEqual(['a@b.co']);
  });

  // Deviation: in Typebot, a missing message is an error if the event stores its text.
  it('runs for a turn without a message, and shows the input again', async () => {
    const talk = new Talk(withReply([text('seen', 'ev'), back('r')]));
    await talk.start();
    expect(await talk.say()).toMatchObject({ texts: ['ev'], asks: 'mail' });
    expect(talk.answers).toStrictEqual([]);
  });

  it('prevents the answer from being stored if it has no Return', async () => {
    const talk = new Talk(withReply([text('seen', 'ev')]));
    await talk.start();
    expect((await talk.say('a@b.co')).texts).toStrictEqual(['ev']);
    expect(talk.isOver).toBe(true);
    expect(talk.answers).toStrictEqual([]);
    expect(talk.values).not.toHaveProperty('Mail');
  });

  it('may contain inputs, which trigger it as well', async () => {
    const talk = new Talk(
      withReply([text('seen', 'ev {{Type}}'), ask('inner', { variableId: 'Name' }), back('r')]),
    );
    await talk.start();
    expect(await talk.say('a@b.co')).toMatchObject({ texts: ['ev email'], asks: 'inner' });
    expect(await talk.say('Ada')).toMatchObject({ texts: ['ev text'], asks: 'inner' });
    expect(talk.isOver).toBe(false);
  });

  it('may jump, in which case its Return belongs to the jump', async () => {
    const talk = new Talk(
      withReply(
        [jump('j', 'x'), text('behind', 'behind')],
        [{ id: 'x', blocks: [text('there', 'there'), back('r')] }],
      ),
    );
    await talk.start();
    expect((await talk.say('a@b.co')).texts).toStrictEqual(['there', 'behind']);
    expect(talk.answers).toStrictEqual([]);
  });

  it('returns the output of both walks: messages, actions, logs', async () => {
    const script = { id: 's', type: 'Code', options: { content: '1' } };
    const failing = { id: 'l', type: 'Typebot link', options: {} };
    const document = bot(
      [event('re', 'reply')],
      [eventEdge('re', 'e')],
      [
        {
          id: 'main',
          blocks: [mail, text('after', 'after'), { ...script, id: 's2' }, { ...failing, id: 'l2' }],
        },
        { id: 'e', blocks: [text('seen', 'ev'), script, failing, back('r')] },
      ],
    );
    const talk = new Talk(document);
    await talk.start();
    expect(await talk.say('a@b.co')).toMatchObject({
      texts: ['ev', 'after'],
      clientSideActions: [{ lastBubbleBlockId: 'seen' }, { lastBubbleBlockId: 'after' }],
      logs: [{ description: 'Failed to link bot' }, { description: 'Failed to link bot' }],
    });
  });

  it.each(
    INPUT_MODULES.filter(({ type }) => type !== 'payment input').map(({ type, shortName }) => [
      type,
      shortName,
    ]),
  )('knows a %s as "%s"', async (type, name) => {
    const talk = new Talk(
      bot(
        [event('re', 'reply', KNOWN)],
        [eventEdge('re', 'e')],
        [
          {
            id: 'main',
            blocks: [{ id: 'q', type, options: {}, items: [{ id: 'i', content: 'A', title: 'A' }] }],
          },
          { id: 'e', blocks: [text('seen', '{{Type}}')] },
        ],
      ),
    );
    await talk.start();
    expect((await talk.say('A')).texts).toStrictEqual([name]);
  });
});

describe('An invalid-reply event', () => {
  const withInvalid = (events: JsonObject[] = [], edges: JsonObject[] = []) =>
    bot(
      [event('bad', 'invalidReply', KNOWN), ...events],
      [eventEdge('bad', 'b'), ...edges],
      [
        { id: 'main', blocks: [mail, text('after', 'after {{Mail}}')] },
        { id: 'b', blocks: [text('no', 'not {{Text}}'), back('r')] },
        { id: 'e', blocks: [text('seen', 'ev'), back('r2')] },
      ],
    );

  it('replaces the retry message, and a Return shows the input again', async () => {
    const talk = new Talk(withInvalid());
    await talk.start();
    expect(await talk.say('nonsense')).toMatchObject({ texts: ['not nonsense'], asks: 'mail' });
    expect((await talk.say('a@b.co')).texts).toStrictEqual(['after a@b.co']);
    expect(talk.answers).toStrictEqual(['a@b.co']);
  });

  it('takes precedence over the reply event', async () => {
    const talk = new Talk(withInvalid([event('re', 'reply')], [eventEdge('re', 'e')]));
    await talk.start();
    expect((await talk.say('nonsense')).texts).toStrictEqual(['not nonsense']);
    expect((await talk.say('a@b.co')).texts).toStrictEqual(['ev', 'after a@b.co']);
  });

  // Deviation: in Typebot, an event that leads nowhere fails the turn.
  it('is ignored if it leads nowhere', async () => {
    const document = withInvalid();
    const talk = new Talk({ ...document, edges: (document.edges as JsonObject[]).slice(0, 1) });
    await talk.start();
    expect(await talk.say('nonsense')).toMatchObject({
      texts: [expect.stringContaining('valid')],
      asks: 'mail',
    });
  });
});
