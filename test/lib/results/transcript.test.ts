import { describe, expect, it, vi } from 'vitest';
import type { Group } from '#lib/bots/document/bot-document.ts';
import { createTranscript } from '#lib/results/transcript.ts';

const bubble = (...lines: string[]) => ({
  id: `bubble-${lines.join()}`,
  type: 'text',
  content: { richText: lines.map((text) => ({ type: 'p', children: [{ text }] })) },
});

const input = (id: string, type = 'text input') => ({ id, type });

const group = (id: string, ...blocks: unknown[]): Group => ({
  id,
  title: id,
  graphCoordinates: { x: 0, y: 0 },
  blocks,
});

const answer = (blockId: string, content: string) => ({
  createdAt: '2026-01-01T00:00:00.000Z',
  resultId: 'r',
  groupId: 'g',
  variableId: null,
  storageUsed: 0,
  blockId,
  content,
});

const bot = (text: string) => ({ role: 'bot', type: 'text', text });
const user = (text: string) => ({ role: 'user', type: 'text', text });

const MAX_CHARS = 1_000;

type Conversation = Parameters<typeof createTranscript>;
type WalkedFlow = Conversation[1]['current'][number];
type Edges = WalkedFlow['edges'];

const toFlow = (groups: Group[], fields: Partial<WalkedFlow> = {}): WalkedFlow => ({
  version: '6',
  events: null,
  botId: 'own',
  edges: [],
  ...fields,
  groups,
});

const getConversation = (
  run: Conversation[0],
  { groups, edges = [] }: { groups: Group[]; edges?: Edges },
) => [...createTranscript(run, { current: [toFlow(groups, { edges })], former: [] }, MAX_CHARS)];

describe('createTranscript', () => {
  it("puts the texts before an answer's input in front of the answer", () => {
    const groups = [
      group('a', bubble('Hello'), bubble('Your name?'), input('name'), bubble('And your age?'), input('age')),
      group('b', bubble('Which one?'), input('choice', 'choice input'), bubble('Thanks')),
    ];
    const answers = [answer('name', 'Ada'), answer('choice', 'Red'), answer('age', '36')];
    expect(getConversation({ answers, variables: [] }, { groups })).toStrictEqual([
      bot('Hello'),
      bot('Your name?'),
      user('Ada'),
      bot('Which one?'),
      user('Red'),
      bot('And your age?'),
      user('36'),
    ]);
  });

  it('shows a typed backslash as typed, although variables store it twice', () => {
    const groups = [group('a', input('share'), bubble('Open {{Share}}'), input('ok'))];
    const answers = [answer('share', '\\\\server\\share'), answer('ok', 'ok')];
    const variables = [{ id: 's', name: 'Share', value: '\\\\server\\\\share' }];
    expect(getConversation({ answers, variables }, { groups })).toContainEqual(bot('Open \\\\server\\share'));
  });

  it('repeats a question that was answered again', () => {
    const groups = [group('a', bubble('More?'), input('more'))];
    const answers = [answer('more', 'yes'), answer('more', 'no')];
    expect(getConversation({ answers, variables: [] }, { groups })).toStrictEqual([
      bot('More?'),
      user('yes'),
      bot('More?'),
      user('no'),
    ]);
  });

  it('shows an answer to a deleted block on its own', () => {
    const answers = [answer('gone', 'Ada')];
    expect(getConversation({ answers, variables: [] }, { groups: [] })).toStrictEqual([user('Ada')]);
  });

  it('skips bubbles without text, other blocks and invalid blocks', () => {
    const groups = [
      group('a', null, 7, 'x', [], { type: 'text' }, { id: 'i', type: 'image' }, bubble(''), input('name')),
    ];
    const answers = [answer('name', 'Ada')];
    expect(getConversation({ answers, variables: [] }, { groups })).toStrictEqual([user('Ada')]);
  });

  it("fills in the run's variables and leaves other placeholders as is", () => {
    const groups = [group('a', bubble('{{Name}}, {{Colours}} or {{Unknown}}? {{}}'), input('x'))];
    const variables = [
      { id: 'n', name: 'Name', value: 'Ada $& Co' },
      { id: 'c', name: 'Colours', value: ['red', null, 'blue'] },
    ];
    expect(getConversation({ answers: [answer('x', 'y')], variables }, { groups })[0]).toStrictEqual(
      bot('Ada $& Co, red, , blue or {{Unknown}}? {{}}'),
    );
  });

  it.each<[what: string, content: unknown, text: string]>([
    ['of several lines', bubble('One', '', 'Two').content, 'One\n\nTwo'],
    [
      'with a link',
      {
        richText: [
          {
            type: 'p',
            children: [{ text: 'See ' }, { type: 'a', children: [{ text: 'here' }] }, { text: '.' }],
          },
        ],
      },
      'See here.',
    ],
    [
      'with a list',
      {
        richText: [
          {
            type: 'ul',
            children: ['a', 'b'].map((text) => ({
              type: 'li',
              children: [{ type: 'lic', children: [{ text }] }],
            })),
          },
        ],
      },
      'a\nb',
    ],
    ['of an old document, in plain text', { plainText: 'Plain', html: '<div>x</div>' }, 'Plain'],
    ['of an old document, in HTML', { html: '<div>A &amp; <b>B</b></div><div>C&lt;</div>' }, 'A & B\nC<'],
  ])('reads a bubble %s', (_, content, text) => {
    const groups = [group('a', { id: 't', type: 'text', content }, input('x'))];
    expect(getConversation({ answers: [answer('x', 'y')], variables: [] }, { groups })[0]).toStrictEqual(
      bot(text),
    );
  });

  it.each([undefined, null, 7, 'text', [], {}, { richText: 7 }, { richText: [null, 7, { children: 7 }] }])(
    'shows no line for a bubble with the content %j',
    (content) => {
      const groups = [group('a', { id: 't', type: 'text', content }, input('x'))];
      expect(getConversation({ answers: [answer('x', 'y')], variables: [] }, { groups })).toStrictEqual([
        user('y'),
      ]);
    },
  );

  it('stops filling in a text that grows too long, and yields lines lazily', () => {
    const groups = [group('a', bubble('{{v}}'.repeat(60_000)), input('x'))];
    const variables = [{ id: 'v', name: 'v', value: 'x'.repeat(100_000) }];
    const [line] = createTranscript(
      { answers: [answer('x', 'y')], variables },
      { current: [toFlow(groups)], former: [] },
      MAX_CHARS,
    );
    expect(line?.text).toBe('x'.repeat(100_000));
  });
});

it('Fills in a repeated question only once', () => {
  const flow = { groups: [group('g', bubble('Hello {{Name}}'), input('i'))] };
  const answers = Array.from({ length: 500 }, () => answer('i', 'Hi'));
  const matchAll = vi.spyOn(String.prototype, 'matchAll');
  const lines = getConversation({ answers, variables: [{ id: 'v', name: 'Name', value: 'Ada' }] }, flow);
  const filled = matchAll.mock.calls.length;
  matchAll.mockRestore();
  expect(lines).toHaveLength(1_000);
  expect(lines.at(-2)).toStrictEqual(bot('Hello Ada'));
  expect(filled).toBe(1);
});

describe('after the last answer', () => {
  const edge = (id: string, groupId: string, blockId?: string) => ({
    id,
    from: {},
    to: { groupId, ...(blockId !== undefined && { blockId }) },
  });
  /** The texts after the answer, which is to the first block of the first group. */
  const closing = (groups: Group[], edges: Edges = [], content = 'Ada') => {
    const variables = [{ id: 'n', name: 'Name', value: 'Ada' }];
    const [said, ...texts] = getConversation(
      { answers: [answer('asked', content)], variables },
      { groups, edges },
    );
    expect(said).toStrictEqual(user(content));
    return texts.map(({ text }) => text);
  };

  it('shows the rest of the group and where it leads', () => {
    const wait = { id: 'wait', type: 'Wait', outgoingEdgeId: 'on' };
    const groups = [
      group('a', input('asked'), bubble('Thanks, {{Name}}'), bubble(''), wait),
      group('b', bubble('Not this'), bubble('Goodbye')),
    ];
    expect(closing(groups, [edge('on', 'b', 'bubble-Goodbye')])).toStrictEqual(['Thanks, Ada', 'Goodbye']);
  });

  it('shows the last block of a group if the one that an edge leads to is gone', () => {
    const groups = [
      group('a', { ...input('asked'), outgoingEdgeId: 'on' }),
      group('b', bubble('One'), bubble('Two')),
    ];
    expect(closing(groups, [edge('on', 'b', 'gone')])).toStrictEqual(['Two']);
  });

  const choice = {
    ...input('asked', 'choice input'),
    outgoingEdgeId: 'default',
    items: [{ id: 'i', content: 'Red', outgoingEdgeId: 'red' }, { id: 'j', content: 'Blue' }, null],
  };
  const colours = [group('a', choice), group('r', bubble('Like roses')), group('d', bubble('Fine'))];
  const ways = [edge('red', 'r'), edge('default', 'd')];

  it.each([
    ['of the item that was chosen', 'Red', ['Like roses']],
    ['of the block if the item has none', 'Blue', ['Fine']],
    ['that cannot be told, and shows nothing', 'Red, Blue', []],
  ])('follows the edge %s', (_, content, texts) => {
    expect(closing(colours, ways, content)).toStrictEqual(texts);
  });

  it('follows the edge of the block after several choices', () => {
    const [, ...others] = colours;
    const several = [group('a', { ...choice, options: { isMultipleChoice: true } }), ...others];
    expect(closing(several, ways, 'Red')).toStrictEqual(['Fine']);
  });

  it.each([
    ['the next question', input('next')],
    ['a condition', { id: 'c', type: 'Condition', items: [] }],
    ['an A/B test', { id: 'c', type: 'AB test', items: [] }],
    ['a return', { id: 'c', type: 'Return' }],
    ['another bot', { id: 'c', type: 'Typebot link', options: { typebotId: 'other', groupId: 'g' } }],
    ['an edge that leads nowhere', { id: 'c', type: 'Wait', outgoingEdgeId: 'gone' }],
  ])('ends at %s', (_, block) => {
    expect(closing([group('a', input('asked'), bubble('One'), block, bubble('Two'))])).toStrictEqual(['One']);
  });

  it.each(['Jump', 'Typebot link'])('follows a %s within the bot, and a loop once', (type) => {
    const jump = { id: 'j', type, options: { typebotId: 'current', groupId: 'b' } };
    const groups = [
      group('a', input('asked'), jump, bubble('Skipped')),
      group('b', bubble('Round'), { ...jump, id: 'k' }),
    ];
    expect(closing(groups)).toStrictEqual(['Round']);
  });
});

describe('with linked bots that merge their answers', () => {
  const link = (typebotId: string, id = `to-${typebotId}`, options: object = { mergeResults: true }) => ({
    id,
    type: 'Typebot link',
    options: { typebotId, ...options },
  });
  const linked = (botId: string, ...groups: Group[]) => toFlow(groups, { botId });
  const starting = (botId: string, groupId: string, ...groups: Group[]) =>
    toFlow(groups, {
      botId,
      events: [{ id: 'start', type: 'start', outgoingEdgeId: 's' }] as never,
      edges: [{ id: 's', from: {}, to: { groupId } }] as never,
    });
  const talk = (flows: WalkedFlow[], answers: ReturnType<typeof answer>[]) =>
    [...createTranscript({ answers, variables: [] }, { current: flows, former: [] }, MAX_CHARS)].map(
      ({ text }) => text,
    );

  it('puts texts where they were said: before the link, in the linked bot, and after it', () => {
    const own = linked(
      'own',
      group(
        'g',
        input('name'),
        bubble('Hello'),
        link('a'),
        bubble('Back'),
        link('b'),
        bubble('And?'),
        input('end'),
      ),
    );
    const a = linked('a', group('g', bubble('Mail?'), input('mail')));
    const b = linked('b', group('g', bubble('Town?'), input('town')));
    const answers = [
      answer('name', 'Ada'),
      answer('mail', 'a@b'),
      answer('town', 'Bath'),
      answer('end', 'ok'),
    ];
    expect(talk([own, a, b], answers)).toStrictEqual([
      'Ada',
      'Hello',
      'Mail?',
      'a@b',
      'Back',
      'Town?',
      'Bath',
      'And?',
      'ok',
    ]);
  });

  it('keeps texts before a link that nobody answered behind', () => {
    const own = linked('own', group('g', bubble('Hello'), link('a'), bubble('And?'), input('end')));
    expect(talk([own, linked('a')], [answer('end', 'ok')])).toStrictEqual(['Hello', 'And?', 'ok']);
  });

  it('says the texts before a link in each round of a loop', () => {
    const own = linked('own', group('g', bubble('Hello'), link('a'), bubble('Again?'), input('again')));
    const a = linked('a', group('g', input('mail')));
    const round = [answer('mail', 'm'), answer('again', 'yes')];
    expect(talk([own, a], [...round, ...round])).toStrictEqual([
      'Hello',
      'm',
      'Again?',
      'yes',
      'Hello',
      'm',
      'Again?',
      'yes',
    ]);
  });

  it('goes on after the link once the linked bot has ended, or stops if several link to it', () => {
    const a = linked('a', group('g', input('mail'), bubble('Thanks')));
    const own = linked('own', group('g', link('a'), bubble('Goodbye')));
    expect(talk([own, a], [answer('mail', 'm')])).toStrictEqual(['m', 'Thanks', 'Goodbye']);
    const twice = linked('own', group('g', link('a'), bubble('Goodbye')), group('h', link('a', 'again')));
    expect(talk([twice, a], [answer('mail', 'm')])).toStrictEqual(['m', 'Thanks']);
  });

  it('follows a link after the last answer, and comes back', () => {
    const own = linked('own', group('g', input('name'), link('a'), bubble('Goodbye')));
    const a = starting('a', 'h', group('g', bubble('Not this')), group('h', bubble('In between')));
    expect(talk([own, a], [answer('name', 'Ada')])).toStrictEqual(['Ada', 'In between', 'Goodbye']);
  });

  it.each<[string, object, string[]]>([
    ['a group', { mergeResults: true, groupId: 'g' }, ['Ada', 'First', 'Goodbye']],
    ['a group that a variable names', { mergeResults: true, groupId: '{{Group}}' }, ['Ada']],
    ['a bot with results of its own', {}, ['Ada']],
  ])('knows where a link to %s leads', (_, options, texts) => {
    const own = linked('own', group('g', input('name'), link('a', 'l', options), bubble('Goodbye')));
    const a = starting('a', 'h', group('g', bubble('First')), group('h', bubble('Start')));
    expect(talk([own, a], [answer('name', 'Ada')])).toStrictEqual(texts);
  });

  it('ends where bots link to each other for ever', () => {
    const own = linked(
      'own',
      group('g', input('name'), link('a', 'l', { mergeResults: true, groupId: 'g' })),
    );
    const a = linked(
      'a',
      group('g', bubble('Round'), link('own', 'back', { mergeResults: true, groupId: 'r' })),
    );
    own.groups.push(group('r', link('a', 'l2', { mergeResults: true, groupId: 'g' })));
    expect(talk([own, a], [answer('name', 'Ada')])).toStrictEqual(['Ada', 'Round']);
  });
});

it('Shows the texts before a question that was removed since, as they were in a release', () => {
  const former = [
    toFlow([group('g', bubble('Newer?'), input('gone'))]),
    toFlow([group('g', bubble('Older?'), input('gone'))]),
  ];
  const flows = { current: [toFlow([])], former };
  expect([
    ...createTranscript({ answers: [answer('gone', 'x')], variables: [] }, flows, MAX_CHARS),
  ]).toStrictEqual([bot('Newer?'), user('x')]);
});
