import * as fc from 'fast-check';
import type { Nodes } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { describe, expect, it } from 'vitest';
import type { RichTextNode, TextFormat } from '#lib/engine/model/chat-protocol.ts';
import { getLeaves } from '#lib/engine/rich-text/rich-text-node.ts';
import type { JsonObject } from '#lib/platform/json/json-object.ts';
import { ask, chatBot, text, variables } from '#test/fixtures/chat-bots.ts';
import { CASES, readCase } from '#test/support/cases.ts';
import { Talk } from '#test/support/chat/talk.ts';

/*
 * What a respondent typed is what a respondent reads. The one exception: a bubble that would show nothing but
 * blanks is empty.
 */

/** Shown messages as plain text: the leaves of rich text, or what a reader of Markdown shows. */
function shownTexts({ messages }: { messages: { content: JsonObject }[] }): string[] {
  return messages.map(({ content }) =>
    typeof content.markdown === 'string'
      ? toPlainText(fromMarkdown(content.markdown))
      : getLeaves(content.richText as RichTextNode[])
          .map((leaf) => leaf.text)
          .join(''),
  );
}

function toPlainText(node: Nodes): string {
  if ('value' in node) return node.value;
  return 'children' in node ? node.children.map(toPlainText).join('') : '';
}

const SIGNS = [
  '12. Oktober Street',
  '2*3*4',
  'P@ss*w0rd*1',
  '__init__.py',
  'https://x.example/_a_/b',
  'see https://x.example/_a_/b*c*, please',
  '\\\\server\\share',
  'C:\\Users\\new',
  'AT&amp;T',
  '&lt;b&gt; &#65; &copy;',
  '- 5',
  '+ 5',
  '* 5',
  '+5',
  '-5',
  '> 18',
  '>18',
  '# 12',
  '#12',
  '3) three',
  '1. one',
  '1.5',
  '~~gone~~',
  '`code`',
  '```js',
  '[x](https://x.example)',
  '![x](y)',
  '[x]',
  '<b>x</b>',
  '<https://x.example>',
  '---',
  '***',
  '===',
  '_',
  'a_b_c',
  '**bold**',
  '|a|b|',
  'Straße 5 *',
  '{{V}}',
  ':smile:',
  '$5 * 3 = $15',
  'a\\',
  '5 < 6 & 7 > 3',
];

function echoBot(...shown: string[]): JsonObject {
  return chatBot(
    [
      {
        id: 'g',
        blocks: [
          ask('q', { variableId: 'V' }),
          ...shown.map((one, index) => text(`t${index}`, one)),
          ask('again', { variableId: 'W' }),
        ],
      },
    ],
    { variables: variables('V', 'W') },
  );
}

async function shownAfter(document: JsonObject, reply: string, format: TextFormat = 'richText') {
  const talk = new Talk(document);
  await talk.start({ textBubbleContentFormat: format });
  return shownTexts(await talk.chat.continue({ message: reply, textBubbleContentFormat: format }));
}

describe.skipIf(CASES.length === 0)('Cases of changed texts', () => {
  it.each(['06', '07'])('case %s', async (number) => {
    const { bot, replies } = readCase(number);
    for (const reply of replies) {
      for (const format of ['richText', 'markdown'] as const) {
        for (const shown of await shownAfter(bot, reply, format)) expect(shown).toContain(reply);
      }
    }
  });
});

describe('What a respondent types', () => {
  it.each(SIGNS)('is shown as typed: %s', async (reply) => {
    const shown = ['{{V}}', 'You wrote: {{V}}', '{{V}}!', 'a {{V}} b', '{{= {{V}} =}}'];
    const expected = [reply, `You wrote: ${reply}`, `${reply}!`, `a ${reply} b`];
    for (const format of ['richText', 'markdown'] as const) {
      const texts = await shownAfter(echoBot(...shown), reply, format);
      expect(texts.slice(0, 4)).toStrictEqual(expected);
    }
  });

  it('is shown as typed, whatever it is', async () => {
    const sign = fc.constantFrom(...'\\`*_[]<>&#+-=~|!().:/ \n\tab1é"\'{}'.split(''), '&amp;', 'https://');
    const typed = fc.oneof(fc.string({ unit: sign, maxLength: 12 }), fc.string({ unit: 'grapheme' }));
    await fc.assert(
      fc.asyncProperty(typed, async (reply) => {
        const [alone, among] = await shownAfter(echoBot('{{V}}', 'You wrote: {{V}}.'), reply);
        expect(alone).toBe(reply.trim() === '' ? '' : reply);
        expect(among).toBe(`You wrote: ${reply.trim() === '' ? '' : reply}.`);
      }),
      { numRuns: 200 },
    );
  });

  it('is shown as typed in Markdown, apart from blanks', async () => {
    const sign = fc.constantFrom(...'\\`*_[]<>&#+-=~|!().:/ ab1é"\'{}'.split(''), '&amp;', 'https://');
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: sign, maxLength: 12 }), async (reply) => {
        const shown = await shownAfter(echoBot('{{V}}', 'You wrote: {{V}}.'), reply, 'markdown');
        const typed = withoutBlanks(reply);
        expect(shown.map(withoutBlanks)).toStrictEqual([typed, withoutBlanks(`You wrote: ${typed}.`)]);
      }),
      { numRuns: 200 },
    );
  });
});

const set = (variableId: string, expression: string) => ({
  id: `set-${variableId}`,
  type: 'Set variable',
  options: { variableId, expressionToEvaluate: expression },
});

function bot(blocks: JsonObject[], values: JsonObject[] = []): JsonObject {
  const names = ['V', 'C', 'L', 'T', 'W'].filter((name) => values.every((value) => value.name !== name));
  const all = [ask('q', { variableId: 'V' }), ...blocks, ask('end', { variableId: 'W' })];
  return chatBot([{ id: 'g', blocks: all }], { variables: [...variables(...names), ...values] });
}

describe('A value that is made of typed text', () => {
  it.each([
    ['{{V}}', '2*3*4', '2*3*4'],
    ['Hello {{V}}', '2*3*4', 'Hello 2*3*4'],
    ['Hello {{V}}', '\\\\server\\share', 'Hello \\\\server\\share'],
    ['"Hello " + {{V}}', 'a*b*', 'Hello a*b*'],
    ['{{V}}.trim()', ' 12. Street', '12. Street'],
    ['{{V}}.toUpperCase()', '__init__.py', '__INIT__.PY'],
    ['{{V}}.split(" ")[0]', '_a_ b', '_a_'],
  ])('by %s is shown as typed: %s', async (expression, reply, expected) => {
    const document = bot([set('C', expression), text('t', '{{C}}'), text('u', 'So: {{C}}!')]);
    expect(await shownAfter(document, reply)).toStrictEqual([expected, `So: ${expected}!`]);
    const markdown = await shownAfter(document, reply, 'markdown');
    expect(markdown).toStrictEqual([expected, `So: ${expected}!`]);
  });

  it('keeps the Markdown that the author puts around it', async () => {
    const talk = new Talk(bot([set('C', '**Hello** {{V}}'), text('t', '{{C}}')]));
    await talk.start();
    const { messages } = await talk.chat.continue({ message: '2*3*4 # _x_' });
    expect(messages[0]?.content.richText).toStrictEqual([
      { type: 'p', children: [{ bold: true, text: 'Hello' }, { text: ' 2*3*4 # _x_' }] },
    ]);
  });

  it('is not the value of a service that code chooses by it', async () => {
    const document = bot(
      [set('C', '{{V}} === "*" ? {{S}} : "none"'), text('t', '{{C}}')],
      [{ id: 'S', name: 'S', value: '**great**' }],
    );
    expect(await shownAfter(document, '*')).toStrictEqual(['great']);
  });

  it('can be in lists', async () => {
    const append = {
      id: 'a',
      type: 'Set variable',
      options: { variableId: 'L', type: 'Append value(s)', item: '{{V}}' },
    };
    const pop = {
      id: 'p',
      type: 'Set variable',
      options: { variableId: 'L', type: 'Pop', saveItemInVariableId: 'C' },
    };
    const document = bot([append, text('t', '{{L}}'), pop, text('u', '{{C}}')]);
    expect(await shownAfter(document, '[a](b) "*c*"')).toStrictEqual([
      '["[a](b) \\"*c*\\""]',
      '[a](b) "*c*"',
    ]);
  });

  it('can be the conversation', async () => {
    const transcript = { id: 's', type: 'Set variable', options: { variableId: 'T', type: 'Transcript' } };
    const document = bot([text('b', 'Hi'), transcript, text('t', '{{T}}')]);
    expect(await shownAfter(document, 'a*b*c')).toStrictEqual(['Hi', 'User: "a*b*c"Assistant: "Hi"']);
  });
});

describe('Whether a value was typed', () => {
  const echo = bot([text('t', '{{V}}'), ask('r', { variableId: 'W' }), text('u', '{{V}}')]);

  it('is known in later turns, also of linked bots', async () => {
    const child = chatBot(
      [{ id: 'c', blocks: [text('k', 'Child: {{V}}'), ask('k2', { variableId: 'K' })] }],
      {
        variables: variables('V', 'K'),
      },
    );
    const link = {
      id: 'l',
      type: 'Typebot link',
      options: { typebotId: 'child', mergeResults: true },
    };
    const parent = bot([link, text('t', 'Parent: {{V}}, {{K}}')], [{ id: 'K', name: 'K' }]);
    const talk = new Talk(parent, { linked: { child } });
    expect(await talk.texts('*a*', '*b*')).toStrictEqual([[], ['Child: *a*'], ['Parent: *a*, *b*']]);
  });

  it('is known of prefilled variables', async () => {
    const talk = new Talk(
      chatBot([{ id: 'g', blocks: [text('t', '{{V}}')] }], { variables: variables('V') }),
    );
    const { texts } = await talk.start({ prefilledVariables: { V: '12. *Oktober* Street' } });
    expect(texts).toStrictEqual(['12. *Oktober* Street']);
  });

  it('is known of remembered answers', async () => {
    const document = chatBot([{ id: 'g', blocks: [text('t', '{{V}}'), ask('q', { variableId: 'V' })] }], {
      variables: variables('V'),
    });
    const remembered = { variables: [{ id: 'V', name: 'V', value: '*a*' }], answers: [] };
    expect((await new Talk(document).start({ remembered })).texts).toStrictEqual(['*a*']);
  });

  it('is not known of sessions from before, whose values are read as Markdown', async () => {
    const talk = new Talk(echo);
    await talk.start();
    await talk.say('*a*');
    delete talk.chat.state?.frames[0].typedParts;
    expect((await talk.say('x')).texts).toStrictEqual(['a']);
  });

  it('is forgotten once the author sets the variable', async () => {
    const document = bot([set('V', '"**b**"'), text('t', '{{V}}')]);
    expect(await shownAfter(document, '*a*')).toStrictEqual(['b']);
  });

  it('is not the case for the value of a chosen item', async () => {
    const choice = {
      id: 'c',
      type: 'choice input',
      items: [
        { id: 'i', content: 'One', value: '**first**' },
        { id: 'j', content: '2. *Two*' },
      ],
      options: { variableId: 'C' },
    };
    const document = bot([choice, text('t', 'You chose {{C}}')]);
    const [first, second] = [new Talk(document), new Talk(document)];
    expect((await first.texts('x', 'One')).at(-1)).toStrictEqual(['You chose first']);
    expect((await second.texts('x', '2. *Two*')).at(-1)).toStrictEqual(['You chose 2. *Two*']);
  });

  it('costs nothing in the session if Markdown does not change the value', async () => {
    const talk = new Talk(echo);
    await talk.texts('Ada Lovelace');
    expect(talk.chat.state?.frames[0]).not.toHaveProperty('typedParts');
  });
});

it('A text that asks again shows a typed value as typed', async () => {
  const retry = { variableId: 'C', retryMessageContent: 'Not {{V}}, *please*' };
  const talk = new Talk(bot([{ id: 'u', type: 'url input', options: retry }]));
  await talk.start({ textBubbleContentFormat: 'markdown' });
  await talk.chat.continue({ message: '2*3*4', textBubbleContentFormat: 'markdown' });
  const { messages } = await talk.chat.continue({ message: 'no', textBubbleContentFormat: 'markdown' });
  expect(messages[0]?.content.markdown).toBe('Not 2\\*3\\*4, *please*');
});

describe('An ordered list keeps its start', () => {
  const service = (value: string, shown: string) =>
    chatBot([{ id: 'g', blocks: [text('t', shown)] }], { variables: [{ id: 'S', name: 'S', value }] });

  it.each([
    ['12. Oktober Street', 12, '12. Oktober Street'],
    ['7. a\n8. b', 7, '7. a\n8. b'],
    ['0. a', 0, '0. a'],
    ['1. a\n2. b', undefined, '1. a\n2. b'],
  ])('%s', async (value, start, markdown) => {
    const { messages } = await new Talk(service(value, '{{S}}')).start();
    const [list] = (messages[0]?.content.richText ?? []) as RichTextNode[];
    expect(list).toMatchObject({ type: 'ol' });
    expect(list?.start).toBe(start);
    const inMarkdown = await new Talk(service(value, '{{S}}')).start({ textBubbleContentFormat: 'markdown' });
    expect(inMarkdown.messages[0]?.content.markdown).toBe(markdown);
  });

  it('within a line as well, unless it is 1', async () => {
    expect((await new Talk(service('12. Oktober', 'On {{S}}!')).start()).texts).toStrictEqual([
      'On 12. Oktober!',
    ]);
    expect((await new Talk(service('1. x', 'On {{S}}!')).start()).texts).toStrictEqual(['On x!']);
  });
});

function withoutBlanks(shown: string): string {
  return shown.replaceAll(/\s+/g, '');
}
