import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { setVariableBlock } from '#lib/engine/blocks/logic/set-variable.ts';
import type { ClientAction } from '#lib/engine/model/chat-protocol.ts';
import type { Sandbox } from '#lib/engine/model/ports.ts';
import { MAX_VARIABLE_CHARS } from '#lib/engine/model/variables.ts';
import { createSandbox } from '#lib/engine/sandbox/sandbox.ts';
import { CASES, readCase } from '#test/support/cases.ts';
import { type BlockContextOptions, blockContext } from '#test/support/chat/block-context.ts';
import { fakeHttp } from '#test/support/chat/fake-http.ts';
import { Talk } from '#test/support/chat/talk.ts';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await createSandbox({ remainingMs: () => 25_000, http: fakeHttp(() => new Error('refused')) });
});

function contextWith({ ports, ...options }: BlockContextOptions) {
  return blockContext({ sandbox, ports: { sandbox: async () => sandbox, ...ports }, ...options });
}

async function setVariable(options: unknown, context: ReturnType<typeof blockContext>) {
  return setVariableBlock.run({ id: 'b1', type: 'Set variable', options: options as object }, context);
}

function getScript(actions: ClientAction[] | undefined): string {
  const { setVariable: scripts } = (actions?.[0] ?? {}) as {
    setVariable?: { scriptToExecute: { content: string } };
  };
  return scripts?.scriptToExecute.content ?? '';
}

const VARIABLES = {
  target: 'before',
  Name: 'Jo "x" \n <b>',
  List: ['a', 'b', null],
  None: undefined,
  Num: '42',
  Zero: '007',
  Bool: 'true',
  Day: '12',
  Month: '05',
  Year: '2024',
  Phone: '5511987654321',
};

describe('an expression', () => {
  it.each<[expression: string | undefined, stored: unknown]>([
    [undefined, null],
    ['', null],
    ['42', '42'],
    ['0', '0'],
    ['00', '0'],
    ['0.5', '0.5'],
    ['-1.5', '-1.5'],
    ['007', '007'],
    ['100.50', '100.50'],
    ['12345678901234567890', '12345678901234567890'],
    ['9123456789123456789', '9123456789123457000'],
    ['1e3', '1000'],
    ['12,5', '5'],
    ['05', '05'],
    ['2024-01-05', '2024-01-05'],
    ['2024-1-5', '2024-1-5'],
    ['01/02/2024', '01/02/2024'],
    ['31-12-2024', '31-12-2024'],
    ['12/31/2024', '12/31/2024'],
    ['2024/01/05', '2024/01/05'],
    ['+5511987654321', '+5511987654321'],
    ['+1 (415) 555-2671', '+1 (415) 555-2671'],
    ['+49-30-1234567', '+49-30-1234567'],
    ['{{Day}}/{{Month}}/{{Year}}', '12/05/2024'],
    ['{{Year}}-{{Month}}-{{Day}}', '2024-05-12'],
    ['{{Day}}/05/{{Year}}', '12/05/2024'],
    ['+{{Phone}}', '+5511987654321'],
    ['{{Year}}-{{Day}}', '2012'],
    ['{{Num}}/{{Day}}/{{Day}}', '0.2916666666666667'],
    ['{{Year}} - {{Month}} - {{Day}}', '2007'],
    ['{{Year}}+{{Day}}', '2036'],
    ['2024-2025', '-1'],
    ['2024-13-05', '2006'],
    ['555-1234', '-679'],
    ['1/2', '0.5'],
    ['10-5-2', '3'],
    ['+33', '33'],
    ['"a"', 'a'],
    ['hello', 'hello'],
    ['hello world', 'hello world'],
    ['Hello {{Num}}!', 'Hello 42!'],
    ['https://a.b/c', 'https://a.b/c'],
    ['😅', '😅'],
    ['x', 'x'],
    ['1+', '1+'],
    ['{{Num}}', '42'],
    ['{{Bool}}', 'true'],
    ['{{Name}}', 'Jo "x" \n <b>'],
    ['{{List}}', '["a","b",null]'],
    ['{{None}}', null],
    ['{{Unknown}}', null],
    ['{{Num}} + 1', '43'],
    ['{{Zero}} + 1', '0071'],
    ['{{None}} + 1', 'null'],
    ['"{{Name}}"', 'Jo "x" \n <b>'],
    ["'I am {{Name}}.'.length", '18'],
    ['"{{Zero}}" + 1', '0071'],
    ['"{{Num}}" + 1', '421'],
    ['"{{List}}"', '["a","b",null]'],
    ['"[{{None}}{{Unknown}}]"', '[]'],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the bot's code
    ['`{{Num}}: ${{{Num}}} "{{Name}}"`', '42: 42 "Jo "x" \n <b>"'],
    ['"{{= {{Name}} + \'\' =}}!"', 'Jo "x" \n <b>!'],
    ['["{{Name}}"].map((x) => x.replace(/"/g, "\'{{Num}}"))[0]', "Jo '42x'42 \n <b>"],
    ["It's {{Num}}, isn't it?", "It's 42, isn't it?"],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the bot's code
    ['`${{{Num}}}!`', '42!'],
    ['{{List}}.map(x => x)', ['a', 'b', null]],
    ['[1,2,3]', ['1', '2', '3']],
    ['return [1,"2",null,{a:1}]', ['1', '2', null, '{"a":1}']],
    ['({a:1})', '{"a":1}'],
    ['{\n "name": "John"}', '{"name":"John"}'],
    ['let a = 1; return a', '1'],
    ['return', 'return'],
    ['true', 'true'],
    ['null', null],
    ['undefined', null],
    ['// c', null],
    ['1/0', 'null'],
    ['NaN', 'null'],
    ['return 1n', null],
    ['new Date(0)', '"1970-01-01T00:00:00.000Z"'],
    ['Symbol("a")', 'Symbol("a")'],
    ['await Promise.resolve(3)', '3'],
    ['return await fetch("http://127.0.0.1:1/x")', 'return await fetch("http://127.0.0.1:1/x")'],
    ['throw new Error("boom")', 'throw new Error("boom")'],
    ['crypto.randomUUID()', 'crypto.randomUUID()'],
    ['console.log(1)', null],
    ['setVariable("Num","9")', null],
    ['{{= 1 + 1 =}}', '2'],
    ['{{= 1 + 1 =}} + {{Num}}', '44'],
    ['{{= 1 =}} {{= 2 =}}', '1 2'],
    ['C:\\Users', 'C:\\\\Users'],
  ])('%j is stored as %j', async (expressionToEvaluate, stored) => {
    const context = contextWith({ variables: VARIABLES });
    expect(await setVariable({ variableId: 'target', expressionToEvaluate }, context)).toEqual({});
    expect(context.valueOf('target')).toEqual(stored);
    expect(context.logs).toEqual([]);
    expect(context.valueOf('Num')).toBe('42');
  });

  it.each(['42', '007', '{{Num}}', '', 'Hello {{Num}}!'])(
    '%j needs no sandbox',
    async (expressionToEvaluate) => {
      const context = blockContext({ variables: VARIABLES });
      await setVariable({ variableId: 'target', type: 'Custom', expressionToEvaluate }, context);
      expect(context.valueOf('target')).not.toBe('before');
    },
  );

  it('that fails as code is logged, and its error is stored', async () => {
    const context = contextWith({ variables: { target: 'before', error: null } });
    const options = {
      variableId: 'target',
      isCode: true,
      saveErrorInVariableId: 'error',
      expressionToEvaluate: 'nope',
    };
    await setVariable(options, context);
    const description =
      '{"context":"While executing function","description":"[undefined] nope is not defined"}';
    expect(context.logs).toEqual([{ description, context: 'While evaluating set variable expression' }]);
    expect(context.valueOf('error')).toBe(description);
    expect(context.valueOf('target')).toBe('nope');
    expect(context.variables.list.map(({ id }) => id)).toEqual(['error', 'target']);
  });

  it('is not left to the client if it is a date', async () => {
    const context = blockContext({ variables: VARIABLES });
    const options = {
      variableId: 'target',
      isExecutedOnClient: true,
      expressionToEvaluate: '{{Day}}/{{Month}}/{{Year}}',
    };
    expect(await setVariable(options, context)).toEqual({});
    expect(context.valueOf('target')).toBe('12/05/2024');
  });

  it.each([{}, { isCode: true }, { isCode: false, isUnsafe: true }])(
    'is left to the client: %j',
    async (flags) => {
      const context = blockContext({ variables: VARIABLES });
      const options = {
        variableId: 'target',
        isExecutedOnClient: true,
        expressionToEvaluate: '{{Num}} + {{Zero}}',
        ...flags,
      };
      expect(await setVariable(options, context)).toEqual({
        actions: [
          {
            type: 'setVariable',
            expectsDedicatedReply: true,
            setVariable: {
              scriptToExecute: {
                content: 'Num + Zero',
                args: [
                  { id: 'Num', value: 42 },
                  { id: 'Zero', value: '007' },
                ],
                ...flags,
              },
            },
          },
        ],
      });
      expect(context.valueOf('target')).toBe('before');
    },
  );

  it('changes nothing without a variable or with an unknown one', async () => {
    const context = contextWith({ variables: VARIABLES });
    for (const variableId of [undefined, 'nowhere', 5]) {
      expect(await setVariable({ variableId, expressionToEvaluate: '1 + 1' }, context)).toEqual({});
    }
    expect(await setVariable(undefined, context)).toEqual({});
    expect(context.variables.list).toHaveLength(Object.keys(VARIABLES).length);
  });

  it('whose value is too large is logged', async () => {
    const context = contextWith({ variables: { target: 'before' } });
    await setVariable(
      { variableId: 'target', expressionToEvaluate: `"x".repeat(${MAX_VARIABLE_CHARS + 1})` },
      context,
    );
    expect(context.valueOf('target')).toBe('before');
    expect(context.logs).toHaveLength(1);
  });
});

describe('a value by its type', () => {
  it.each<[type: string, stored: unknown]>([
    ['Empty', null],
    ['Environment name', 'web'],
    ['Result ID', 'result1'],
    ['User ID', 'result1'],
    ['Random ID', 'id1'],
    ['Now', '2026-01-02T03:04:05.678Z'],
    ['Today', '2026-01-02T03:04:05.678Z'],
    ['Yesterday', '2026-01-01T03:04:05.678Z'],
    ['Tomorrow', '2026-01-03T03:04:05.678Z'],
    ['Phone number', null],
    ['Contact name', null],
    ['Referral Click ID', null],
    ['Referral Source ID', null],
    ['A type of next year', null],
    ['Pop', []],
    ['Shift', []],
    ['Append value(s)', 'before'],
    ['Map item with same index', null],
  ])('%s', async (type, stored) => {
    const context = blockContext({ variables: { target: 'before' } });
    expect(await setVariable({ variableId: 'target', type }, context)).toEqual({});
    expect(context.valueOf('target')).toEqual(stored);
  });

  it('is a new id for a preview, which has no result', async () => {
    const context = blockContext({ variables: { target: null }, chat: { isPreview: true } });
    delete context.chat.resultId;
    await setVariable({ variableId: 'target', type: 'Result ID' }, context);
    expect(context.valueOf('target')).toBe('id1');
  });

  it.each([
    ['Now', 'Europe/Paris', '2026-01-02T04:04:05+01:00'],
    ['Now', '{{zone}}', '2026-01-01T22:04:05-05:00'],
    ['Now', 'UTC', '2026-01-02T03:04:05+00:00'],
    ['Now', '', '2026-01-02T03:04:05.678Z'],
    ['Now', '{{unset}}', '2026-01-02T03:04:05.678Z'],
    ['Yesterday', 'Asia/Kolkata', '2026-01-01T08:34:05+05:30'],
    ['Tomorrow', 'Asia/Kolkata', '2026-01-03T08:34:05+05:30'],
    ['Today', 'Asia/Kolkata', '2026-01-02T08:34:05+05:30'],
    ['Today', '{{zone}}', '2026-01-01T22:04:05-05:00'],
    ['Today', 'Pacific/Auckland', '2026-01-02T16:04:05+13:00'],
    ['Today', '-08:00', '2026-01-01T19:04:05-08:00'],
    ['Today', '', '2026-01-02T03:04:05.678Z'],
    ['Today', '{{unset}}', '2026-01-02T03:04:05.678Z'],
    ['Moment of the day', '{{zone}}', 'evening'],
    ['Moment of the day', 'Pacific/Auckland', 'afternoon'],
    ['Moment of the day', 'Asia/Kolkata', 'morning'],
  ])('%s in %j', async (type, timeZone, stored) => {
    const context = blockContext({ variables: { target: null, zone: 'America/New_York' } });
    await setVariable({ variableId: 'target', type, timeZone }, context);
    expect(context.valueOf('target')).toBe(stored);
    expect(context.logs).toEqual([]);
  });

  it.each([
    ['Tomorrow', '2026-11-01T04:30:00Z', '2026-11-02T00:30:00-05:00'],
    ['Yesterday', '2026-11-02T04:30:00Z', '2026-10-31T23:30:00-04:00'],
    ['Tomorrow', '2026-03-08T04:30:00Z', '2026-03-08T23:30:00-04:00'],
    ['Yesterday', '2026-03-09T03:30:00Z', '2026-03-07T23:30:00-05:00'],
  ])('%s of %s is the day of the calendar, however long a day is', async (type, now, stored) => {
    const context = blockContext({ variables: { target: null }, ports: { now: () => new Date(now) } });
    await setVariable({ variableId: 'target', type, timeZone: 'America/New_York' }, context);
    expect(context.valueOf('target')).toBe(stored);
  });

  it.skipIf(CASES.length === 0)(
    'is in the time zone of the reported case, for each kind of day',
    async () => {
      const now = () => new Date('2026-01-02T23:04:05.678Z');
      const { texts } = await new Talk(readCase('19').bot, { ports: { now } }).start();
      expect(texts).toStrictEqual([
        '2026-01-03T12:04:05+13:00 | 2026-01-03T12:04:05+13:00 | 2026-01-04T12:04:05+13:00',
      ]);
    },
  );

  it("is asked for in the respondent's own time zone if the one set is unknown", async () => {
    const context = blockContext({ variables: { target: null } });
    const { actions } = await setVariable(
      { variableId: 'target', type: 'Moment of the day', timeZone: 'Mars/Olympus' },
      context,
    );
    expect(actions).toHaveLength(1);
    expect(context.logs).toMatchObject([
      { description: 'Invalid time zone "Mars/Olympus", the respondent\'s is used instead' },
    ]);
  });

  it('falls back to UTC for an unknown time zone and logs it', async () => {
    const context = blockContext({ variables: { target: null } });
    await setVariable({ variableId: 'target', type: 'Now', timeZone: 'Mars/Olympus' }, context);
    expect(context.valueOf('target')).toBe('2026-01-02T03:04:05.678Z');
    expect(context.logs).toMatchObject([
      { description: 'Invalid time zone "Mars/Olympus", UTC is used instead' },
    ]);
  });

  it.each<[before: string | string[] | null, item: string, stored: unknown]>([
    [null, 'one', ['one']],
    ['zero', '{{Name}}', ['zero', 'Ada']],
    [['zero', 'one'], '{{list}}', ['zero', 'one', '["a","b"]']],
    [null, '{{unset}}', ['']],
  ])('%j with %j appended', async (before, item, stored) => {
    const context = blockContext({ variables: { target: before, Name: 'Ada', list: ['a', 'b'] } });
    await setVariable({ variableId: 'target', type: 'Append value(s)', item }, context);
    expect(context.valueOf('target')).toEqual(stored);
  });

  it.each<[type: string, before: string | (string | null)[] | null, rest: unknown, taken: unknown]>([
    ['Pop', ['a', 'b'], ['a'], 'b'],
    ['Shift', ['a', 'b'], ['b'], 'a'],
    ['Pop', [], [], null],
    ['Shift', [null], [], null],
    ['Pop', 'text', [], 'text'],
    ['Shift', null, null, null],
  ])('%s of %j', async (type, before, rest, taken) => {
    const context = blockContext({ variables: { target: before, taken: 'before' } });
    await setVariable({ variableId: 'target', type, saveItemInVariableId: 'taken' }, context);
    expect(context.valueOf('target')).toEqual(rest);
    expect(context.valueOf('taken')).toEqual(taken);
    expect(context.variables.list.map(({ id }) => id)).toEqual(['taken', 'target']);
  });

  it.each<[item: string, stored: unknown]>([
    ['b', '2'],
    ['c', null],
    ['z', null],
  ])('is the element at the same index as %j', async (item, stored) => {
    const context = blockContext({
      variables: { target: 'x', item, base: ['a', 'b', 'c'], mapped: ['1', '2'] },
    });
    const ids = { baseItemVariableId: 'item', baseListVariableId: 'base', targetListVariableId: 'mapped' };
    await setVariable(
      { variableId: 'target', type: 'Map item with same index', mapListItemParams: ids },
      context,
    );
    expect(context.valueOf('target')).toBe(stored);
  });

  it('is the conversation, kept only during the chat', async () => {
    const context = blockContext({ variables: { target: null }, chat: { transcript: () => 'User: "Hi"' } });
    await setVariable({ variableId: 'target', type: 'Transcript' }, context);
    expect(context.variables.byId('target')).toMatchObject({ value: 'User: "Hi"', isSessionVariable: true });
  });

  it('keeps its value if the transcript is too long', async () => {
    const transcript = () => 'x'.repeat(MAX_VARIABLE_CHARS + 1);
    const context = blockContext({ variables: { target: 'before' }, chat: { transcript } });
    await setVariable({ variableId: 'target', type: 'Transcript' }, context);
    expect(context.valueOf('target')).toBe('before');
    expect(context.logs).toHaveLength(1);
  });

  it.each([
    ['Moment of the day', /^(morning|afternoon|evening)$/],
    ['Device type', /^desktop$/],
  ])('%s is requested from the client', async (type, answer) => {
    const context = blockContext({ variables: { target: 'before' } });
    const { actions } = await setVariable({ variableId: 'target', type, isExecutedOnClient: false }, context);
    expect(actions).toMatchObject([
      {
        type: 'setVariable',
        expectsDedicatedReply: true,
        setVariable: { scriptToExecute: { isCode: false, args: [] } },
      },
    ]);
    const content = getScript(actions);
    const navigator = { userAgent: 'Mozilla/5.0 (X11; Linux x86_64)', maxTouchPoints: 0 };
    expect(new Function('navigator', content)(navigator)).toMatch(answer);
  });

  it.each([
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile/15E148', 5, 'mobile'],
    ['Mozilla/5.0 (Linux; Android 15; Pixel 9) Chrome/140 Mobile Safari/537.36', 5, 'mobile'],
    ['Mozilla/5.0 (Linux; Android 15; SM-X700) Chrome/140 Safari/537.36', 5, 'tablet'],
    ['Mozilla/5.0 (iPad; CPU OS 12_5 like Mac OS X) Mobile/15E148', 5, 'tablet'],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Safari/605.1.15', 5, 'tablet'],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Safari/605.1.15', 0, 'desktop'],
    ['Mozilla/5.0 (Windows NT 10.0; Win64; x64)', 10, 'desktop'],
  ])('%s with %i touch points is a %s', async (userAgent, maxTouchPoints, device) => {
    const { actions } = await setVariable(
      { variableId: 'a', type: 'Device type' },
      blockContext({ variables: { a: '' } }),
    );
    const content = getScript(actions);
    expect(new Function('navigator', content)({ userAgent, maxTouchPoints })).toBe(device);
  });
});

it.each<[text: string, stored: unknown]>([
  ['en-GB', 'en-GB'],
  ['42', '42'],
  ['["a",1]', ['a', '1']],
  ['{"a":1}', '{"a":1}'],
  ['null', null],
  ['', 'before'],
])('the client replies %j', (text, stored) => {
  const context = blockContext({ variables: { target: 'before' } });
  setVariableBlock.resume?.(
    { id: 'b1', type: 'Set variable', options: { variableId: 'target' } },
    text,
    context,
  );
  expect(context.valueOf('target')).toEqual(stored);
});

/*
 * Recorded conversations of Typebot. They live next to the repository, and the tests are skipped
 * if they are missing.
 */
const FOLDER = resolve(import.meta.dirname, '../../../../../../shared/transcripts');
const RECORDED = resolve(FOLDER, 'extra__setvariable-all.json');
if (!existsSync(RECORDED))
  process.stderr.write('Skipped: recorded values, because ../shared/transcripts is missing.\n');

describe.skipIf(!existsSync(RECORDED))('recorded values', () => {
  it.each(['Ada', 'no', '???'])('for %j', async (answer) => {
    type Block = { id: string; type: string; options?: { type?: string; variableId?: string } };
    type Turn = { messages: { id: string; content: { richText: unknown } }[]; logs?: unknown[] };
    const bot = JSON.parse(readFileSync(resolve(FOLDER, 'bots/extra__setvariable-all.json'), 'utf8')) as {
      groups: { blocks: Block[] }[];
    };
    const recorded = JSON.parse(readFileSync(RECORDED, 'utf8')) as {
      conversations: Record<
        string,
        { steps: { request: { body: { message?: { text: string } } }; response: Turn }[] }
      >;
    };
    const turn = Object.values(recorded.conversations)
      .flatMap(({ steps }) => steps)
      .find(({ request }) => request.body.message?.text === answer)?.response;
    const context = contextWith({
      variables: [
        { id: 'v_a', name: 'a', value: answer },
        { id: 'v_x', name: 'x' },
      ],
    });
    const blocks = bot.groups.flatMap((group) => group.blocks);
    let compared = 0;
    for (const [index, block] of blocks.entries()) {
      if (block.type !== 'Set variable') continue;
      if (block.options?.type === 'Device type') break;
      await setVariable(block.options, context);
      const shown = JSON.stringify(
        turn?.messages.find(({ id }) => id === blocks[index + 1]?.id)?.content.richText,
      );
      // Bubbles parse values as Markdown, which drops a backslash before a quote.
      const texts = [...shown.matchAll(/"text":("(?:[^"\\]|\\.)*")/g)].map(
        ([, text]) => JSON.parse(text ?? '""') as string,
      );
      expect(texts.join('')).toContain(`: [${context.render('{{x}}').replaceAll('\\"', '"')}]`);
      compared++;
    }
    expect(compared).toBe(14);
    expect(context.logs).toEqual(turn?.logs);
  });
});
