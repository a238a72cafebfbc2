import { describe, expect, it } from 'vitest';
import type { JsonObject } from '#lib/platform/json/json-object.ts';
import { ask, chatBot, contactBot, link, set, text, variables } from '#test/fixtures/chat-bots.ts';
import { Talk } from '#test/support/chat/talk.ts';

const askFirst = (block: object = { id: 'q', type: 'email input', options: { variableId: 'Mail' } }) =>
  chatBot([{ id: 'g', blocks: [{ ...block }, text('t', 'Thanks, {{Mail}}')] }], {
    variables: variables('Mail'),
  });

describe('The start of a conversation', () => {
  it.each<[string, JsonObject]>([
    [
      'the start leads nowhere',
      { events: [{ id: 'start', type: 'start', graphCoordinates: { x: 0, y: 0 } }] },
    ],
    ['its edge is gone', { edges: [] }],
    [
      'its group is gone',
      { edges: [{ id: 'to-first', from: { eventId: 'start' }, to: { groupId: 'gone' } }] },
    ],
  ])('shows nothing if %s', async (_, more) => {
    const document = { ...chatBot([{ id: 'g', blocks: [text('t', 'Hi')] }]), ...more };
    const talk = new Talk(document);
    expect(await talk.start({ message: 'Hello' })).toMatchObject({ messages: [] });
    expect(talk.isOver).toBe(true);
    expect(talk.chat.result).toBeUndefined();
  });

  it('may be in the middle of a group', async () => {
    const bot = chatBot([{ id: 'g', blocks: [text('a', 'one'), text('b', 'two')] }]);
    const edges = [{ id: 'to-first', from: { eventId: 'start' }, to: { groupId: 'g', blockId: 'b' } }];
    expect(await new Talk({ ...bot, edges }).texts()).toStrictEqual([['two']]);
  });

  it.each(['3', '4', '5'])('follows the edge of the start block in a bot of version %s', async (version) => {
    const talk = new Talk({
      version,
      name: 'Old',
      groups: [
        {
          id: 'first',
          title: 'Start',
          graphCoordinates: { x: 0, y: 0 },
          blocks: [{ id: 's', type: 'start', label: 'Start', outgoingEdgeId: 'e' }],
        },
        { id: 'one', title: 'One', graphCoordinates: { x: 0, y: 0 }, blocks: [text('a', 'not this')] },
        { id: 'two', title: 'Two', graphCoordinates: { x: 0, y: 0 }, blocks: [text('b', 'this')] },
      ],
      edges: [{ id: 'e', from: { blockId: 's' }, to: { groupId: 'two' } }],
      variables: [],
      theme: {},
      settings: {},
    });
    expect(await talk.texts()).toStrictEqual([['this']]);
  });

  // Deviation: in Typebot, such a bot starts over with every further message. Here, the
  // conversation is over.
  it('is also its end if the bot asks nothing, and leaves no result', async () => {
    const talk = new Talk(chatBot([{ id: 'g', blocks: [text('t', 'Hi')] }]));
    expect((await talk.start()).texts).toStrictEqual(['Hi']);
    expect(talk.isOver).toBe(true);
    expect(talk.chat.results.size).toBe(0);
  });
});

describe('A message sent with the start', () => {
  it('answers the first input', async () => {
    const talk = new Talk(askFirst());
    const first = await talk.start({ message: 'Ada@Example.com' });
    expect(first).toMatchObject({
      texts: ['Thanks, ada@example.com'],
      lastMessageNewFormat: 'ada@example.com',
    });
    expect(talk.answers).toStrictEqual(['ada@example.com']);
    expect(talk.chat.result).toMatchObject({ hasStarted: true, isCompleted: true });
  });

  it('makes the first input ask again if it is invalid', async () => {
    const talk = new Talk(askFirst());
    const first = await talk.start({ message: 'nonsense' });
    expect(first).toMatchObject({ texts: [expect.stringContaining('valid')], asks: 'q' });
    expect(talk.chat.result).toMatchObject({ hasStarted: false, answers: [] });
    expect((await talk.say('ada@example.com')).texts).toStrictEqual(['Thanks, ada@example.com']);
  });

  it.each<[string, object]>([
    ['says something first', chatBot([{ id: 'g', blocks: [text('t', 'Hi'), ask('q')] }])],
    ['offers a choice', askFirst({ id: 'q', type: 'choice input', items: [{ id: 'i', content: 'Hey' }] })],
    [
      'offers pictures',
      askFirst({ id: 'q', type: 'picture choice input', items: [{ id: 'i', title: 'Hey' }] }),
    ],
    ['offers cards', askFirst({ id: 'q', type: 'cards', items: [{ id: 'i', title: 'Hey' }] })],
    [
      'has the client do something first',
      chatBot([{ id: 'g', blocks: [{ id: 'q', type: 'webhook', options: {} }, ask('later')] }]),
    ],
  ])('is ignored if the bot %s', async (_, document) => {
    const talk = new Talk({ ...document });
    await talk.start({ message: 'Hey' });
    expect(talk.answers).toStrictEqual([]);
    expect(talk.chat.state?.waitingBlockId).toBe('q');
  });

  // Deviation: in Typebot, start and continue call each other forever.
  it('is ignored if the bot neither shows nor asks anything', async () => {
    const talk = new Talk(
      chatBot([{ id: 'g', blocks: [set('s', 'A', '{{A}}')] }], { variables: variables('A') }),
    );
    expect(await talk.start({ message: 'Hey' })).toMatchObject({ messages: [] });
    expect(talk.isOver).toBe(true);
  });
});

describe('A conversation that is only registered', () => {
  it('starts with the next turn and has the prefilled variables', async () => {
    const talk = new Talk(contactBot());
    const start = await talk.start({ isOnlyRegistering: true, prefilledVariables: { Name: 'Ada' } });
    expect(start).toMatchObject({ messages: [] });
    expect(start).not.toHaveProperty('input');
    expect(talk.chat.results.size).toBe(0);
    const first = await talk.say();
    expect(first).toMatchObject({ texts: ['Hello!', 'What is your name?'], asks: 'name-input' });
    expect(first.input?.prefilledValue).toBe('Ada');
    expect(talk.chat.result).toMatchObject({ hasStarted: false });
  });

  it('treats the first message like one sent with the start', async () => {
    const talk = new Talk(askFirst());
    await talk.start({ isOnlyRegistering: true });
    expect((await talk.say('ada@example.com')).texts).toStrictEqual(['Thanks, ada@example.com']);
    expect(talk.answers).toStrictEqual(['ada@example.com']);
  });

  it('leaves no result if the bot asks nothing', async () => {
    const talk = new Talk(chatBot([{ id: 'g', blocks: [text('t', 'Hi')] }]));
    await talk.start({ isOnlyRegistering: true });
    expect((await talk.say('Hey')).texts).toStrictEqual(['Hi']);
    expect(talk.isOver).toBe(true);
    expect(talk.chat.results.size).toBe(0);
  });

  it('shows no progress before the flow starts', async () => {
    const talk = new Talk(contactBot({ theme: { general: { progressBar: { isEnabled: true } } } }));
    expect(await talk.start({ isOnlyRegistering: true })).not.toHaveProperty('progress');
  });
});

describe('Prefilled variables', () => {
  it.each<[unknown, unknown]>([
    ['Ada', 'Ada'],
    [12, '12'],
    [true, 'true'],
    [
      ['x', 1],
      ['x', '1'],
    ],
    [{ k: 1 }, '{"k":1}'],
    [null, undefined],
    ['', undefined],
  ])('%j is stored as %j, whatever the default', async (value, stored) => {
    const bot = chatBot([{ id: 'g', blocks: [ask('q')] }], {
      variables: [{ id: 'v', name: 'Name', value: 'a default' }],
    });
    const talk = new Talk(bot);
    await talk.start({ prefilledVariables: { Name: value, Unknown: 'x' } });
    expect(talk.running.Name).toStrictEqual(stored);
  });

  it('are harmless in a bot whose first group was deleted', async () => {
    const bot = chatBot([{ id: 'g', blocks: [] }], { variables: variables('Name') });
    const edges = [{ id: 'to-first', from: { eventId: 'start' }, to: { groupId: 'gone' } }];
    const start = await new Talk({ ...bot, edges }).start({ prefilledVariables: { Name: 'Ada' } });
    expect(start.messages).toStrictEqual([]);
  });

  it('are refused if they are too large for a session', async () => {
    const talk = new Talk(contactBot());
    await expect(talk.start({ prefilledVariables: { Name: 'x'.repeat(100_001) } })).rejects.toMatchObject({
      code: 'PAYLOAD_TOO_LARGE',
    });
  });
});

describe('A returning respondent', () => {
  const remembered = {
    variables: [
      { id: 'old-id', name: 'Name', value: 'Ada' },
      { id: 'v-mail', name: 'Mail', value: 'ada@example.com' },
    ],
    answers: [{ key: 'Name', value: 'Ada' }],
  };

  it('starts over, with the previous variables matched by name', async () => {
    const talk = new Talk(contactBot());
    const start = await talk.start({ remembered });
    expect(start).toMatchObject({ asks: 'name-input', input: { prefilledValue: 'Ada' } });
    expect(talk.chat.state?.frames[0].answers).toStrictEqual(remembered.answers);
  });

  it('does not override a default', async () => {
    const document = contactBot({ variables: [{ id: 'v-name', name: 'Name', value: 'You' }] });
    expect((await new Talk(document).start({ remembered })).input?.prefilledValue).toBe('You');
  });

  it('leaves the earlier result unchanged if the bot no longer asks anything', async () => {
    const document = chatBot([{ id: 'g', blocks: [set('s', 'Name', 'Eve'), link('l', 'gone')] }], {
      variables: variables('Name'),
    });
    const talk = new Talk(document);
    await talk.start({ remembered });
    expect(talk.isOver).toBe(true);
    expect(talk.chat.results.size).toBe(0);
    expect([...talk.chat.logsByResult]).toStrictEqual([[undefined, ['Failed to link bot']]]);
  });
});

describe('The data sent with a start', () => {
  it('includes the theme with the values before the flow, and the settings with those after', async () => {
    const talk = new Talk(
      chatBot([{ id: 'g', blocks: [set('s', 'Color', '{{Other}}'), ask('q')] }], {
        variables: [
          { id: 'Color', name: 'Color', value: 'red' },
          { id: 'Other', name: 'Other', value: 'blue' },
        ],
        theme: { general: { background: { type: 'Color', content: '{{Color}}' } } },
        settings: { general: { systemMessages: { invalidMessage: 'Say {{Color}}' } } },
      }),
    );
    const start = await talk.start();
    expect(start.theme).toMatchObject({ general: { background: { content: 'red' } } });
    expect(start.settings).toMatchObject({ general: { systemMessages: { invalidMessage: 'Say blue' } } });
  });

  it('lists the scripts for the page first, and only once', async () => {
    const talk = new Talk(
      chatBot(
        [
          {
            id: 'g',
            blocks: [{ id: 'r', type: 'Redirect', options: { url: 'https://a.example' } }, ask('q')],
          },
        ],
        {
          settings: { metadata: { googleTagManagerId: 'GTM-1' } },
        },
      ),
    );
    const { clientSideActions = [] } = await talk.start();
    expect(clientSideActions.map(({ type }) => type)).toStrictEqual(['startPropsToInject', 'redirect']);
    expect((await talk.say('x')).clientSideActions ?? []).toStrictEqual([]);
  });
});

describe('A preview', () => {
  const bot = chatBot(
    [
      { id: 'g', blocks: [text('a', 'start'), ask('q', { variableId: 'A' })] },
      { id: 'h', blocks: [text('b', 'elsewhere')] },
    ],
    {
      variables: variables('A'),
      events: [
        {
          id: 'help',
          type: 'command',
          graphCoordinates: { x: 0, y: 0 },
          outgoingEdgeId: 'to-h',
          options: {},
        },
        { id: 'loose', type: 'command', graphCoordinates: { x: 0, y: 0 }, options: {} },
      ],
      edges: [{ id: 'to-h', from: { eventId: 'help' }, to: { groupId: 'h' } }],
      settings: { metadata: { googleTagManagerId: 'GTM-1', customHeadCode: '<script>1</script>' } },
    },
  );

  it('has no result and logs what it skips', async () => {
    const talk = new Talk(bot);
    const start = await talk.start({ isPreview: true });
    expect(start.logs).toStrictEqual([
      { status: 'info', description: 'Custom head code, Google Tag Manager are not enabled in Preview mode' },
    ]);
    expect(start).not.toHaveProperty('clientSideActions');
    await talk.say('x');
    expect(talk.chat.results.size).toBe(0);
    expect(talk.isOver).toBe(true);
  });

  it.each<[string, { type: 'group'; groupId: string } | { type: 'event'; eventId: string }, string[]]>([
    ['a group', { type: 'group', groupId: 'h' }, ['elsewhere']],
    ['an event', { type: 'event', eventId: 'help' }, ['elsewhere']],
    ['the start event', { type: 'event', eventId: 'start' }, ['start']],
    ['an event that leads nowhere', { type: 'event', eventId: 'loose' }, []],
  ])('may start at %s', async (_, startFrom, expected) => {
    expect((await new Talk(bot).start({ isPreview: true, startFrom })).texts).toStrictEqual(expected);
  });

  it.each<[string, { type: 'group'; groupId: string } | { type: 'event'; eventId: string }]>([
    ['startFrom.groupId', { type: 'group', groupId: 'gone' }],
    ['startFrom.eventId', { type: 'event', eventId: 'gone' }],
  ])('is refused if %s is unknown', async (path, startFrom) => {
    await expect(new Talk(bot).start({ isPreview: true, startFrom })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      issues: [{ path }],
    });
  });

  it.each([
    [true, false],
    [false, true],
  ])('shows progress if requested (%s), whatever the theme says', async (isProgressBarEnabled, isEnabled) => {
    const document = { ...bot, theme: { general: { progressBar: { isEnabled } } } };
    const start = await new Talk(document).start({ isPreview: true, isProgressBarEnabled });
    expect(start.progress !== undefined).toBe(isProgressBarEnabled);
  });
});
