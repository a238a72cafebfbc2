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

const getConversation = (run: Conversation[0], flow: Conversation[1]) => [
  ...createTranscript(run, flow, MAX_CHARS),
];

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
    const [line] = createTranscript({ answers: [answer('x', 'y')], variables }, { groups }, MAX_CHARS);
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
