import { describe, expect, it } from 'vitest';
import { Variables } from '#lib/engine/model/variables.ts';
import { codeWithVariables } from '#lib/engine/text/code-variables.ts';

function getVariables(...values: [id: string, name: string, value?: string][]): Variables {
  return new Variables(
    values.map(([id, name, value]) => ({ id, name, ...(value !== undefined && { value }) })),
  );
}

describe('Code with variables', () => {
  it.each<[string, Variables, string, Record<string, unknown>]>([
    ['{{A}} + {{A}}', getVariables(['v1', 'A', '2']), 'v1 + v1', { v1: 2 }],
    ['{{Gone}} + 1', getVariables(['v1', 'A']), ' + 1', {}],
    ['{{A}} ?? 1', getVariables(['v1', 'A']), 'v1 ?? 1', { v1: undefined }],
    ['"{{A}}"', getVariables(['v1', 'A', 'x']), '"x"', {}],
    ['"{{A}}" + {{A}}', getVariables(['v1', 'A', '007']), '"007" + v1', { v1: '007' }],
    ["'{{A}}{{Gone}}'", getVariables(['v1', 'A']), "''", {}],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the bot's code
    ['`a {{A}}`', getVariables(['v1', 'A', '`']), '`a ${"\\x60"}`', {}],
    ['// "{{A}}"', getVariables(['v1', 'A', 'x']), '// "v1"', { v1: 'x' }],
    ['/"{{A}}/.test("{{A}}")', getVariables(['v1', 'A', 'x']), '/"v1/.test("x")', { v1: 'x' }],
    ['{{A}}', getVariables(['v1', 'A'], ['v2', 'A', 'x']), 'v2', { v2: 'x' }],
    ['{{A}}', getVariables(['1-a b', 'A', 'x']), '_1_a_b', { _1_a_b: 'x' }],
    [
      '{{A}}{{B}}{{A}}',
      getVariables(['x-y', 'A', 'a'], ['x.y', 'B', 'b']),
      '_x_y_x_y__x_y',
      { _x_y: 'a', _x_y_: 'b' },
    ],
    ['{{A}}', getVariables(['__proto__', 'A', 'x']), '__proto__', Object.fromEntries([['__proto__', 'x']])],
  ])('%s', (source, variables, code, globals) => {
    const result = codeWithVariables(source, variables);
    expect(result.code).toBe(code);
    expect(result.globals).toStrictEqual(globals);
  });

  it('lists the variables mentioned in the source', () => {
    const { mentioned } = codeWithVariables(
      '{{B}} {{B}} {{C}}',
      getVariables(['a', 'A'], ['b', 'B'], ['c', 'C']),
    );
    expect(mentioned.map(({ id }) => id)).toStrictEqual(['b', 'c']);
  });
});
