import { describe, expect, it } from 'vitest';
import { codeBlock } from '#lib/engine/blocks/logic/code.ts';
import { createSandbox } from '#lib/engine/sandbox/sandbox.ts';
import { CASES, readCase } from '#test/support/cases.ts';
import { blockContext } from '#test/support/chat/block-context.ts';
import { fakeHttp } from '#test/support/chat/fake-http.ts';
import { Talk } from '#test/support/chat/talk.ts';

const block = (options?: object) => ({ id: 'b1', type: 'Code', ...(options && { options }) }) as never;

describe('a script for the client', () => {
  it.each([{}, { isExecutedOnClient: true }, { isUnsafe: true }])('%j', async (flags) => {
    const context = blockContext({
      variables: [
        { id: 'v1', name: 'Name', value: 'Ada' },
        { id: '2-b', name: 'Age', value: '36' },
        { id: 'v3', name: 'Unset' },
      ],
    });
    const content = 'log({{Name}}, {{Age}}, {{Name}}, {{Unset}}, {{Unknown}})';
    const { isExecutedOnClient, ...kept } = { isExecutedOnClient: true, ...flags };
    expect(await codeBlock.run(block({ content, ...flags }), context)).toEqual({
      actions: [
        {
          type: 'scriptToExecute',
          scriptToExecute: {
            content: 'log(v1, _2_b, v1, v3, )',
            args: [
              { id: 'v1', value: 'Ada' },
              { id: '_2_b', value: 36 },
              { id: 'v3', value: undefined },
            ],
            ...kept,
          },
        },
      ],
    });
  });

  it.each([undefined, {}, { content: '' }, { content: 5 }])(
    'does nothing without content: %j',
    async (options) => {
      expect(await codeBlock.run(block(options), blockContext())).toEqual({});
    },
  );
});

describe('a script for the server', () => {
  async function run(content: string) {
    const sandbox = await createSandbox({
      remainingMs: () => 25_000,
      http: fakeHttp(() => ({ text: '{"a":1}' })),
    });
    const context = blockContext({
      variables: { x: 'before', Name: 'Ada', list: null },
      ports: { sandbox: async () => sandbox },
    });
    expect(await codeBlock.run(block({ content, isExecutedOnClient: false }), context)).toEqual({});
    return context;
  }

  it.each([
    ['setVariable("x", "mail: {{Name}}")', 'mail: Ada'],
    ["setVariable('x', '{{Name}}' + `, {{Name}}`)", 'Ada, Ada'],
    ['const o = { "{{Name}}": 1 }; setVariable("x", o)', '{"Ada":1}'],
    ['if (/"/.test("a")) {} setVariable("x", "{{list}}{{Gone}}.")', '.'],
  ])('has values in quotes: %s', async (content, value) => {
    expect((await run(content)).valueOf('x')).toBe(value);
  });

  it.skipIf(CASES.length === 0)('has the value in quotes of the reported case', async () => {
    const { texts } = await new Talk(readCase('11').bot).start();
    expect(texts).toStrictEqual(['[mail: ana@x.example]']);
  });

  it('sets variables by name', async () => {
    const context = await run(`
      const text = "for " + {{Name}}
      setVariable("x", text)
      setVariable("list", [1, { a: 2 }])
      setVariable("unknown", 1)`);
    expect(context.valueOf('x')).toBe('for Ada');
    expect(context.valueOf('list')).toEqual(['1', '{"a":2}']);
    // The name is the author's. The value is not logged.
    expect(context.logs).toEqual([
      { status: 'error', description: 'A script set "unknown", which is not a variable of this bot' },
    ]);
  });

  it('fetches', async () => {
    const context = await run('setVariable("x", JSON.parse(await fetch("https://a.example")).a)');
    expect(context.valueOf('x')).toBe('1');
  });

  it('that fails is logged, and sets nothing', async () => {
    const context = await run('setVariable("x", 1); throw new Error("nope")');
    expect(context.logs).toEqual([{ description: '[undefined] nope', context: 'While executing function' }]);
    expect(context.valueOf('x')).toBe('before');
  });
});
