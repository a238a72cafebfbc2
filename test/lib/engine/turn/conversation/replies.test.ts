import { describe, expect, it } from 'vitest';
import { ask, chatBot, contactBot, edge, text, variables } from '#test/fixtures/chat-bots.ts';
import { Talk } from '#test/support/chat/talk.ts';

describe('A reply', () => {
  it('is stored, and the flow continues after the input', async () => {
    const talk = new Talk(contactBot());
    expect(await talk.texts('Ada', 'Ada@X.co')).toStrictEqual([
      ['Hello!', 'What is your name?'],
      ['Nice to meet you, Ada'],
      ['We write to ada@x.co'],
    ]);
    expect(talk.chat.result).toMatchObject({ hasStarted: true, isCompleted: true });
    expect(talk.answers).toStrictEqual(['Ada', 'ada@x.co']);
    expect(talk.values).toStrictEqual({ Name: 'Ada', Mail: 'ada@x.co' });
    expect(talk.isOver).toBe(true);
  });

  it('to the last block gets only an empty list of messages', async () => {
    const talk = new Talk(chatBot([{ id: 'g', blocks: [ask('q')] }]));
    await talk.start();
    expect(await talk.chat.continue({ message: 'x' })).toStrictEqual({ messages: [] });
  });

  it('may be empty, which clears the variable', async () => {
    const talk = new Talk(
      chatBot([{ id: 'g', blocks: [ask('q', { variableId: 'v' }), ask('r')] }], {
        variables: [{ id: 'v', name: 'V', value: 'old' }],
      }),
    );
    await talk.start();
    await talk.say('');
    expect(talk.answers).toStrictEqual(['']);
    expect(talk.values).toStrictEqual({});
  });

  it.each([
    ['a text', undefined, 'Invalid message. Please, try again.'],
    ['an e-mail address', 'email input', "This email doesn't seem to be valid. Can you type it again?"],
  ])('that is missing for %s is requested again', async (_, type = 'text input', expected) => {
    const talk = new Talk(chatBot([{ id: 'g', blocks: [{ id: 'q', type, options: {} }] }]));
    await talk.start();
    const again = await talk.say();
    expect(again).toMatchObject({ texts: [expected], asks: 'q', messages: [{ id: 'q' }] });
    expect(again).not.toHaveProperty('logs');
    expect(again).not.toHaveProperty('clientSideActions');
    expect(talk.answers).toStrictEqual([]);
  });

  it.each<[string, object, object, string]>([
    ['the block', { retryMessageContent: 'Hm, {{Name}}?' }, {}, 'Hm, Ada?'],
    ['the settings', {}, { general: { systemMessages: { invalidMessage: 'No, {{Name}}' } } }, 'No, Ada'],
    ['nobody', {}, {}, 'Invalid message. Please, try again.'],
  ])('that is invalid is requested again with the text of %s', async (_, options, settings, expected) => {
    const talk = new Talk(
      chatBot([{ id: 'g', blocks: [{ id: 'q', type: 'url input', options }] }], {
        variables: [{ id: 'v', name: 'Name', value: 'Ada' }],
        settings,
      }),
    );
    expect((await talk.texts('no address')).at(-1)).toStrictEqual([expected]);
  });

  it('by voice is accepted by text inputs only and not stored in their variable', async () => {
    const talk = new Talk(
      chatBot(
        [
          {
            id: 'g',
            blocks: [
              ask('q', { variableId: 'V', audioClip: { isEnabled: true, saveVariableId: 'Au' } }),
              { id: 'n', type: 'number input', options: {} },
            ],
          },
        ],
        { variables: variables('V', 'Au') },
      ),
    );
    await talk.start();
    await talk.say({ type: 'audio', url: 'https://a.example/x.mp3' });
    expect(talk.answers).toStrictEqual(['https://a.example/x.mp3']);
    expect(talk.running).toStrictEqual({ Au: 'https://a.example/x.mp3' });
    expect(await talk.say({ type: 'audio', url: 'https://a.example/y.mp3' })).toMatchObject({ asks: 'n' });
  });

  it('with files stores them in their variable and in the body of later requests', async () => {
    const talk = new Talk(
      chatBot(
        [
          {
            id: 'g',
            title: 'My G',
            blocks: [
              ask('q', { variableId: 'V', attachments: { isEnabled: true, saveVariableId: 'At' } }),
              ask('r'),
            ],
          },
        ],
        { variables: variables('V', 'At') },
      ),
    );
    await talk.start();
    const files = ['https://a.example/1', 'https://a.example/2'];
    await talk.say({ type: 'text', text: 'see', attachedFileUrls: files });
    expect(talk.running).toStrictEqual({ V: 'see', At: files });
    expect(talk.chat.state?.frames[0].answers).toStrictEqual([
      { key: 'V', value: 'https://a.example/1, https://a.example/2\n\nsee' },
    ]);
  });

  it('is appended to a variable that holds a list', async () => {
    const talk = new Talk(
      chatBot([{ id: 'g', blocks: [ask('q', { variableId: 'v' }), ask('r')] }], {
        variables: [{ id: 'v', name: 'V', value: ['a'] }],
      }),
    );
    await talk.start();
    await talk.say('b');
    expect(talk.running.V).toStrictEqual(['a', 'b']);
  });

  it('escapes lone backslashes, as in Typebot', async () => {
    const talk = new Talk(
      chatBot([{ id: 'g', blocks: [ask('q', { variableId: 'v' })] }], {
        variables: [{ id: 'v', name: 'V' }],
      }),
    );
    await talk.texts('C:\\Users\\new \\d');
    expect(talk.values.V).toBe('C:\\\\Users\\new \\\\d');
  });

  it('is not rendered as a template', async () => {
    const talk = new Talk(contactBot());
    expect((await talk.texts('{{Mail}}')).at(-1)).toStrictEqual(['Nice to meet you, {{Mail}}']);
  });

  it('is sent with later requests under its variable or its group, numbered from the second on', async () => {
    const talk = new Talk(
      chatBot(
        [{ id: 'g', title: 'My G', blocks: [ask('a'), ask('b'), ask('c', { variableId: 'V' }), ask('d')] }],
        {
          variables: variables('V'),
        },
      ),
    );
    await talk.texts('1', '2', '3');
    expect(talk.chat.state?.frames[0].answers).toStrictEqual([
      { key: 'My G', value: '1' },
      { key: 'My G (1)', value: '2' },
      { key: 'V', value: '3' },
    ]);
  });

  it('to a repeated block is another answer', async () => {
    const loop = chatBot([{ id: 'g', blocks: [ask('q', {}, { outgoingEdgeId: 'again' })] }], {
      edges: [edge('again', 'q', 'g')],
    });
    const talk = new Talk(loop);
    await talk.texts('1', '2', '3');
    expect(talk.answers).toStrictEqual(['1', '2', '3']);
    expect(talk.chat.state?.frames[0].answers).toStrictEqual([{ key: 'g', value: '3' }]);
  });
});

describe('After an input', () => {
  const choice = (more: object) =>
    chatBot(
      [
        {
          id: 'g',
          blocks: [
            {
              id: 'c',
              type: 'choice input',
              items: [
                { id: 'a', content: 'A', outgoingEdgeId: 'to-a' },
                { id: 'b', content: 'B', value: 'bee' },
              ],
              ...more,
            },
            text('rest', 'rest'),
          ],
        },
        { id: 'ga', blocks: [text('ta', 'went to a')] },
        { id: 'gd', blocks: [text('td', 'went the default way')] },
      ],
      { edges: [edge('to-a', 'c', 'ga', { itemId: 'a' }), edge('to-d', 'c', 'gd')] },
    );

  it.each<[string, object, string, string[]]>([
    ['the edge of the item', { outgoingEdgeId: 'to-d' }, 'A', ['went to a']],
    ['the edge of the block if the item has none', { outgoingEdgeId: 'to-d' }, 'B', ['went the default way']],
    ['the rest of the group, where neither has one', {}, 'B', ['rest']],
    ['nothing, where the edge is gone', { outgoingEdgeId: 'gone' }, 'B', []],
  ])('the flow takes %s', async (_, more, reply, expected) => {
    const talk = new Talk(choice(more));
    expect((await talk.texts(reply)).at(-1)).toStrictEqual(expected);
    expect(talk.isOver).toBe(true);
  });

  it('the client receives the stored text if it differs from the one sent', async () => {
    const talk = new Talk(choice({}));
    await talk.start();
    expect(await talk.say('B')).toMatchObject({ lastMessageNewFormat: 'bee' });
    expect(talk.answers).toStrictEqual(['bee']);
  });

  it('nothing is stored for an input that is skipped', async () => {
    const file = { id: 'f', type: 'file input', options: { isRequired: false, variableId: 'v' } };
    const talk = new Talk(
      chatBot([{ id: 'g', blocks: [file, text('t', 'on')] }], {
        variables: [{ id: 'v', name: 'V', value: 'x' }],
      }),
    );
    await talk.start();
    expect((await talk.say()).texts).toStrictEqual(['on']);
    expect(talk.chat.result).toMatchObject({ hasStarted: false, isCompleted: false, answers: [] });
    expect(talk.values).toStrictEqual({ V: 'x' });
  });
});

describe('The variables stored with a result', () => {
  it('exclude session variables', async () => {
    const talk = new Talk(
      chatBot([{ id: 'g', blocks: [ask('q'), text('t', '{{Secret}}')] }], {
        variables: [{ id: 's', name: 'Secret', value: 'x', isSessionVariable: true }],
      }),
    );
    expect((await talk.texts('1')).at(-1)).toStrictEqual(['x']);
    expect(talk.values).toStrictEqual({});
  });

  it('are listed in the order in which they were last set', async () => {
    const talk = new Talk(
      chatBot([{ id: 'g', blocks: [ask('b', { variableId: 'B' }), ask('a', { variableId: 'A' })] }], {
        variables: variables('A', 'B'),
      }),
    );
    await talk.texts('1', '2');
    expect(Object.keys(talk.values)).toStrictEqual(['B', 'A']);
  });

  it('render a list as its last element in bots from before version 6, and as JSON since', async () => {
    const group = { id: 'g', title: 'G', graphCoordinates: { x: 0, y: 0 } };
    const list = [{ id: 'v', name: 'List', value: ['a', 'b'] }];
    const old = {
      version: '5',
      name: 'Old',
      groups: [
        { ...group, id: 's', blocks: [{ id: 'b', type: 'start', label: 'Start', outgoingEdgeId: 'e' }] },
        { ...group, blocks: [text('t', 'list {{List}}')] },
      ],
      edges: [{ id: 'e', from: { blockId: 'b' }, to: { groupId: 'g' } }],
      variables: list,
      theme: {},
      settings: {},
    };
    expect(await new Talk(old).texts()).toStrictEqual([['list b']]);
    const now = chatBot([{ id: 'g', blocks: [text('t', 'list {{List}}')] }], { variables: list });
    expect(await new Talk(now).texts()).toStrictEqual([['list ["a","b"]']]);
  });
});
