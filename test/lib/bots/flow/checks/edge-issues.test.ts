import { describe, expect, it } from 'vitest';
import type { BotDocument } from '#lib/bots/document/bot-document.ts';
import { connectEdges } from '#lib/bots/incoming/unnamed-edges.ts';
import { bot, edge, group, issuesWith, listIssues, words } from '#test/fixtures/checked-bots.ts';

const target = group('target', [{ ...words('y'), id: 'y' }]);
const other = group('other', [{ ...words('z'), id: 'z' }]);

const edgeOf = (id: string, itemId: string, groupId = 'target') => ({
  id,
  from: { blockId: 'b', itemId },
  to: { groupId },
});

function withEdges(
  blocks: unknown[],
  edges: BotDocument['edges'],
  more: Partial<BotDocument> = {},
): BotDocument {
  return bot([], {
    groups: [group('g', blocks), target, other],
    edges: [...bot([]).edges, ...edges],
    ...more,
  });
}

const unnamed = (document: BotDocument) =>
  issuesWith(document, 'UNNAMED_EDGE').map(({ severity, path, id }) => `${severity} ${path} ${id}`);

const choice = (items: object[], options: object = {}, more: object = {}) => ({
  id: 'b',
  type: 'choice input',
  options: { variableId: 'v', ...options },
  items,
  ...more,
});

describe('an edge that its block does not name', () => {
  it('is an error where the chat ends instead, and connecting it leaves nothing to report', () => {
    const blocks = [
      [words('x')],
      [{ id: 'b', type: 'text input', options: { variableId: 'v' } }],
      [choice([{ id: 'i', content: 'A' }])],
      [{ ...words('x'), outgoingEdgeId: 'deleted' }],
    ];
    for (const list of blocks) {
      const document = withEdges(list, [edge('e', 'b', 'target'), { ...edge('f', 'y', 'other') }]);
      expect(unnamed(document)).toEqual([
        'error bot.groups[0].blocks[0].outgoingEdgeId b',
        'error bot.groups[1].blocks[0].outgoingEdgeId y',
      ]);
      expect(listIssues(connectEdges(document).document)).toEqual([]);
    }
  });

  it('names the edge and what to do', () => {
    const [issue] = issuesWith(withEdges([words('x')], [edge('e', 'b', 'target')]), 'UNNAMED_EDGE');
    expect(issue).toEqual({
      severity: 'error',
      code: 'UNNAMED_EDGE',
      path: 'bot.groups[0].blocks[0].outgoingEdgeId',
      message:
        'does not name the edge e that is drawn from here, so no chat follows it; connect it with `bots check --fix` or an import with `repair`',
      group: 'g',
      block: 'Text',
      id: 'b',
    });
  });

  it.each([
    [
      'an error on an item, if the chat ends there',
      [choice([{ id: 'i', content: 'A' }])],
      [edgeOf('e', 'i')],
      ['error bot.groups[0].blocks[0].items[0].outgoingEdgeId b'],
    ],
    [
      'a warning on an item, if the block leads on',
      [choice([{ id: 'i', content: 'A' }], {}, { outgoingEdgeId: 'f' })],
      [edgeOf('e', 'i'), edge('f', 'b', 'other')],
      ['warning bot.groups[0].blocks[0].items[0].outgoingEdgeId b'],
    ],
    [
      'a warning on an item, if another block follows',
      [choice([{ id: 'i', content: 'A' }]), { ...words('x'), id: 'x' }],
      [edgeOf('e', 'i')],
      ['warning bot.groups[0].blocks[0].items[0].outgoingEdgeId b'],
    ],
    [
      'an info if every item leads on',
      [choice([{ id: 'i', content: 'A', outgoingEdgeId: 'f' }])],
      [edge('e', 'b', 'target'), edgeOf('f', 'i', 'other')],
      ['info bot.groups[0].blocks[0].outgoingEdgeId b'],
    ],
    [
      'an info if the block names another edge',
      [{ ...words('x'), outgoingEdgeId: 'f' }],
      [edge('e', 'b', 'target'), edge('f', 'b', 'other')],
      ['info bot.groups[0].blocks[0].outgoingEdgeId b'],
    ],
    [
      'an info in the middle of a group',
      [words('x'), { ...words('x'), id: 'x' }],
      [edge('e', 'b', 'target')],
      ['info bot.groups[0].blocks[0].outgoingEdgeId b'],
    ],
  ])('is %s', (_, blocks, edges, expected) => {
    expect(unnamed(withEdges(blocks, edges))).toEqual(expected);
  });

  it('is reported at events: an error at the start', () => {
    const events: BotDocument['events'] = [
      { id: 'start', type: 'start', graphCoordinates: { x: 0, y: 0 } },
      { id: 'r', type: 'reply', graphCoordinates: { x: 0, y: 0 } },
    ];
    const edges = [
      { id: 'e', from: { eventId: 'start' }, to: { groupId: 'g' } },
      { id: 'f', from: { eventId: 'r' }, to: { groupId: 'g' } },
    ];
    expect(unnamed(bot([words('x')], { events, edges }))).toEqual([
      'error bot.events[0].outgoingEdgeId start',
      'warning bot.events[1].outgoingEdgeId r',
    ]);
  });

  it('says to choose if several are drawn', () => {
    const document = withEdges([words('x')], [edge('e', 'b', 'target'), edge('f', 'b', 'other')]);
    const issues = issuesWith(document, 'UNNAMED_EDGE');
    expect(issues).toHaveLength(2);
    for (const { message } of issues) expect(message).toContain('name the right one');
  });
});

describe('an edge that is not followed', () => {
  const ignored = (document: BotDocument) =>
    issuesWith(document, 'IGNORED_EDGE').map(({ severity, path }) => `${severity} ${path}`);
  const item = { id: 'i', content: 'A', outgoingEdgeId: 'e' };
  const path = 'bot.groups[0].blocks[0].items[0].outgoingEdgeId';

  it.each([
    [
      'an error if the chat ends there',
      [choice([item], { isMultipleChoice: true })],
      [edgeOf('e', 'i')],
      `error ${path}`,
    ],
    [
      'an error if nothing names it either',
      [choice([{ id: 'i', content: 'A' }], { isMultipleChoice: true })],
      [edgeOf('e', 'i')],
      `error ${path}`,
    ],
    [
      'an error on pictures',
      [{ ...choice([{ ...item, title: 'A' }], { isMultipleChoice: true }), type: 'picture choice input' }],
      [edgeOf('e', 'i')],
      `error ${path}`,
    ],
    [
      'a warning if the block leads on',
      [choice([item], { isMultipleChoice: true }, { outgoingEdgeId: 'f' })],
      [edgeOf('e', 'i'), edge('f', 'b', 'other')],
      `warning ${path}`,
    ],
    [
      'a warning if another block follows',
      [choice([item], { isMultipleChoice: true }), { ...words('x'), id: 'x' }],
      [edgeOf('e', 'i')],
      `warning ${path}`,
    ],
  ])('leaves an item of a multiple choice: %s', (_, blocks, edges, expected) => {
    const document = withEdges(blocks, edges);
    expect(ignored(document)).toEqual([expected]);
    expect(issuesWith(document, 'UNNAMED_EDGE')).toEqual([]);
  });

  it('leaves a bubble in the middle of a group', () => {
    const document = withEdges(
      [
        { ...words('x'), outgoingEdgeId: 'e' },
        { ...words('x'), id: 'x' },
      ],
      [edge('e', 'b', 'target')],
    );
    expect(ignored(document)).toEqual(['warning bot.groups[0].blocks[0].outgoingEdgeId']);
  });

  it.each([
    ['an item of a single choice', [choice([item])], [edgeOf('e', 'i')]],
    [
      'a multiple choice itself',
      [choice([{ id: 'i', content: 'A' }], { isMultipleChoice: true }, { outgoingEdgeId: 'e' })],
      [edge('e', 'b', 'target')],
    ],
    ['a bubble at the end', [{ ...words('x'), outgoingEdgeId: 'e' }], [edge('e', 'b', 'target')]],
    [
      'a condition in the middle',
      [
        { id: 'b', type: 'Condition', outgoingEdgeId: 'e' },
        { ...words('x'), id: 'x' },
      ],
      [edge('e', 'b', 'target')],
    ],
  ])('does not leave %s', (_, blocks, edges) => {
    expect(ignored(withEdges(blocks, edges))).toEqual([]);
  });
});
