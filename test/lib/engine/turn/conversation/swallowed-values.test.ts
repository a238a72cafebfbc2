import { describe, expect, it } from 'vitest';
import type { JsonObject } from '#lib/platform/json/json-object.ts';
import { chatBot, text } from '#test/fixtures/chat-bots.ts';
import { Talk } from '#test/support/chat/talk.ts';

/* What a chat leaves out or replaces, and only the turn can know, is in its log. */

const variables = [
  { id: 'v', name: 'Name' },
  { id: 'e', name: 'Empty', value: '' },
  { id: 'list', name: 'List', value: [] },
  { id: 'p', name: 'Pattern', value: '(' },
];

async function logsOf(...blocks: JsonObject[]) {
  const talk = new Talk(chatBot([{ id: 'a', blocks: [...blocks, text('t', 'on')] }], { variables }));
  const { logs, ...said } = await talk.start();
  return { ...said, logs: (logs ?? []).map(({ description }) => description) };
}

describe('a turn logs', () => {
  it.each(['', '{{Empty}}', ' {{Name}} ', '{{Unknown}}'])('that nobody is redirected to %j', async (url) => {
    const { logs, texts } = await logsOf({ id: 'r', type: 'Redirect', options: { url } });
    expect(logs).toEqual(['The redirect was skipped: its address is empty']);
    expect(texts).toEqual(['on']);
  });

  it.each(['soon', 'x{{Empty}}', '-'])(
    'that nothing is waited for with the time %j',
    async (secondsToWaitFor) => {
      const { logs } = await logsOf({ id: 'w', type: 'Wait', options: { secondsToWaitFor } });
      expect(logs).toEqual(['Nothing was waited for: the time to wait is not a number']);
    },
  );

  it.each(['', '{{Empty}}', '1,5', 2])('nothing about the time %j', async (secondsToWaitFor) => {
    expect((await logsOf({ id: 'w', type: 'Wait', options: { secondsToWaitFor } })).logs).toEqual([]);
  });

  const hidden = {
    isEnabled: true,
    condition: { comparisons: [{ variableId: 'v', comparisonOperator: 'Is set' }] },
  };

  it.each([
    ['choice input', { options: { dynamicVariableId: 'list' }, items: [{ id: 'i', content: 'A' }] }],
    ['choice input', { items: [{ id: 'i', content: 'A', displayCondition: hidden }] }],
    ['choice input', { items: [] }],
    [
      'picture choice input',
      { options: { dynamicItems: { isEnabled: true, pictureSrcsVariableId: 'list' } } },
    ],
    ['cards', { items: [{ id: 'i', title: 'A', options: { displayCondition: hidden } }] }],
  ])('that a %s has nothing to choose: %j', async (type, block) => {
    expect((await logsOf({ id: 'c', type, ...block })).logs).toEqual([
      'An input has nothing to choose, so nobody can answer it',
    ]);
  });

  it('nothing about an input without items, or with some', async () => {
    expect((await logsOf({ id: 'c', type: 'text input' })).logs).toEqual([]);
    expect(
      (await logsOf({ id: 'c', type: 'choice input', items: [{ id: 'i', content: 'A' }] })).logs,
    ).toEqual([]);
  });

  it.each([
    'Hello',
    { html: '<div>Hello</div>' },
    { plainText: 'Hello' },
    { richText: 'Hello', text: 'Hello' },
  ])('that a text is not rich text: %j', async (content) => {
    expect((await logsOf({ id: 'b', type: 'text', content })).logs).toEqual([
      'A text was not shown: it is not rich text',
    ]);
  });

  it.each([undefined, {}, { richText: [], html: '<div>Hello</div>' }])(
    'nothing about a text with the content %j',
    async (content) => {
      expect((await logsOf({ id: 'b', type: 'text', content })).logs).toEqual([]);
    },
  );

  it('that inline code fails, with what is shown in its place', async () => {
    const { logs, texts } = await logsOf(text('b', 'Sum: {{= nobody + 1 =}}'));
    expect(texts).toEqual(['Sum: nobody + 1', 'on']);
    expect(logs).toEqual([expect.stringContaining('nobody is not defined')]);
  });

  it.each([
    ['plain text', {}],
    ['bold text', { bold: true }],
    ['code', { code: true }],
  ])('that inline code in %s fails although it names a variable', async (_, marks) => {
    const code = { text: 'Hello {{= {{Pattern}}.nope.deep() =}} world', ...marks };
    const content = { richText: [{ type: 'p', children: [{ text: '' }, code] }] };
    const { logs, texts } = await logsOf({ id: 'b', type: 'text', content });
    expect(texts).toEqual(['Hello (.nope.deep() world', 'on']);
    expect(logs).toEqual([expect.stringContaining("reading 'deep'")]);
  });

  it.each(['{{Pattern}}', '{{Pattern}}{{Pattern}}'])('that the pattern %s is not valid', async (value) => {
    const compare = (comparisonOperator: string) => ({
      id: 'i',
      content: { comparisons: [{ variableId: 'e', comparisonOperator, value }] },
    });
    const block = {
      id: 'c',
      type: 'Condition',
      items: [compare('Matches regex'), compare('Does not match regex')],
    };
    const { logs, texts } = await logsOf(block);
    expect(texts).toEqual(['on']);
    expect(logs).toEqual(
      Array.from(
        { length: 2 },
        () => 'A comparison is not met: its pattern is not a valid regular expression',
      ),
    );
  });
});

describe('a counter without a first value', () => {
  it.each(['{{Name}} + 1', '{{Name}}+1', 'Number({{Name}}) + 1', '{{Name}} * 2'])(
    'is not a number, as the check says: %s',
    async (expressionToEvaluate) => {
      const { texts } = await logsOf(
        { id: 's', type: 'Set variable', options: { variableId: 'v', expressionToEvaluate } },
        text('b', 'Count: {{Name}}.'),
      );
      expect(Number(/^Count: (.*)\.$/.exec(String(texts[0]))?.[1] || Number.NaN)).toBeNaN();
    },
  );
});
