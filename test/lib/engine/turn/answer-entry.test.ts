import { describe, expect, it } from 'vitest';
import { getRememberedAnswers } from '#lib/chat/remembered-answers.ts';
import { MAX_KEPT_ANSWER_CHARS, newestAnswers } from '#lib/engine/turn/answer-entry.ts';
import { chatBot } from '#test/fixtures/chat-bots.ts';
import { toFlow } from '#test/support/chat/replay.ts';

const input = (id: string, variableId?: string) => ({
  id,
  type: 'text input',
  options: variableId === undefined ? {} : { variableId },
});

const answer = (blockId: string, content: string) => ({
  createdAt: '2026-01-02T03:04:05.678Z',
  resultId: 'r',
  blockId,
  groupId: 'g',
  variableId: null,
  content,
  storageUsed: 0,
});

describe('remembered answers', () => {
  it('have the same names as answers in a running chat', () => {
    const document = chatBot([{ id: 'Contact', blocks: [input('a'), input('b'), input('c', 'v')] }], {
      variables: [{ id: 'v', name: 'Mail' }],
    });
    const answers = [
      answer('a', '1'),
      answer('b', '2'),
      answer('c', '3'),
      answer('gone', '4'),
      answer('a', '5'),
    ];
    expect(getRememberedAnswers({ answers, variables: [] }, toFlow(document, 'bot'))).toStrictEqual([
      { key: 'Contact', value: '5' },
      { key: 'Contact (1)', value: '2' },
      { key: 'Mail', value: '3' },
      { key: 'unknown', value: '4' },
    ]);
  });

  it('have the names of their variables if they were given in a linked bot', () => {
    const document = chatBot([{ id: 'Contact', blocks: [input('a')] }]);
    const answers = [answer('a', '1'), { ...answer('linked', '2'), variableId: 'w' }];
    const variables = [{ id: 'w', name: 'Town', value: '2' }];
    expect(getRememberedAnswers({ answers, variables }, toFlow(document, 'bot'))).toStrictEqual([
      { key: 'Contact', value: '1' },
      { key: 'Town', value: '2' },
    ]);
  });

  it('are named without scanning all variables for each', () => {
    const ids = Array.from({ length: 2_000 }, (_, index) => `i${index}`);
    const flow = toFlow(chatBot([{ id: 'g', blocks: ids.map((id) => input(id, id)) }]), 'bot');
    let reads = 0;
    const variables = ids.map((id) => ({
      get id() {
        reads += 1;
        return id;
      },
      name: `Name of ${id}`,
    }));
    const answers = ids.map((id) => answer(id, 'x'));
    const entries = getRememberedAnswers({ answers, variables: [] }, { ...flow, variables });
    expect(entries.at(-1)).toStrictEqual({ key: 'Name of i1999', value: 'x' });
    expect(reads).toBeLessThan(20 * ids.length);
  });

  it('are limited to the latest ones that fit into a session', () => {
    const half = 'x'.repeat(MAX_KEPT_ANSWER_CHARS / 2);
    const entries = ['a', 'b', 'c'].map((key) => ({ key, value: half }));
    expect(newestAnswers(entries).map(({ key }) => key)).toStrictEqual(['c']);
    expect(newestAnswers([])).toStrictEqual([]);
  });
});
