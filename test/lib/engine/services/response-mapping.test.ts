import { describe, expect, it } from 'vitest';
import { applyResponseMapping, simplePathValue } from '#lib/engine/services/response-mapping.ts';
import { blockContext } from '#test/support/chat/block-context.ts';
import { plainSandbox } from '#test/support/chat/plain-sandbox.ts';

const response = {
  statusCode: 200,
  data: {
    a: { b: [{ c: 1 }, { c: 'x' }] },
    'k-y': true,
    n: null,
    num: 12.5,
    s: 'str',
    list: [] as unknown[],
    toString: 'own',
  },
};

async function mapped(bodyPath: unknown, data: { statusCode?: unknown; data?: unknown } = response) {
  let loads = 0;
  const context = blockContext({
    variables: { out: 'before', Idx: '1', Letter: 'y', Key: '"] + "' },
    ports: {
      sandbox: async () => {
        loads += 1;
        return plainSandbox;
      },
    },
  });
  await applyResponseMapping([{ id: 'm', bodyPath, variableId: 'out' }], data, context);
  return { value: context.valueOf('out'), isSimple: loads === 0, logs: context.logs };
}

describe('expressions', () => {
  it.each([
    ['statusCode', '200', true],
    [' data.s ', 'str', true],
    ['data.a.b[0].c', '1', true],
    ['data.a.b[{{Idx}}].c', 'x', true],
    ['data.a.b', ['{"c":1}', '{"c":"x"}'], true],
    ['data["k-y"]', 'true', true],
    ['data["k-{{Letter}}"]', 'true', true],
    ['data["{{Key}}"]', null, false],
    ['data["s"] + "{{Key}}"', 'str"] + "', false],
    ["data['a'].b.length", '2', true],
    ['data.s[1]', 't', true],
    ['data.s.length', '3', true],
    ['data.n', null, true],
    ['data.missing', null, true],
    ['data.list[0]', null, true],
    ['data.list', [], true],
    ['data.toString', 'own', true],
    ['data.missing.deep', 'before', true],
    ['data.n.deep', 'before', true],
    ['data.a.b.map(x => x.c)', ['1', 'x'], false],
    ['data.a.b.flatMap(x => [x.c, x.c])', ['1', '1', 'x', 'x'], false],
    ['data.s.toUpperCase()', 'STR', false],
    ['data?.missing?.deep', null, false],
    ['JSON.stringify(data.a)', '{"b":[{"c":1},{"c":"x"}]}', false],
    ['data.a.constructor.name', 'Object', false],
    ['a.b', 'before', false],
    ['$.data.s', 'before', false],
    ['data.', 'before', false],
    ['', 'before', true],
    ['{{unknown}}', 'before', true],
  ])('%s', async (bodyPath, value, isSimple) => {
    expect(await mapped(bodyPath)).toEqual({ value, isSimple, logs: [] });
  });

  it('the whole response', async () => {
    expect((await mapped('data', { data: { a: 1 } })).value).toBe('{"a":1}');
    expect((await mapped('statusCode', { data: 1 })).value).toBe(null);
    expect((await mapped('data.user.name', { data: 'text' })).value).toBe('before');
  });
});

it.each([
  'data.a.b[1].c',
  'data.a.b',
  'data["a"]["b"][0]',
  'data.s.length',
  'data.nothing',
  'data.nothing.at.all',
  'data.n.x',
  'data.num.x',
  'data["k-y"].x',
  'statusCode.x',
  'data.a.b[5]',
  'data.toString',
])('gives the same result without the sandbox: %s', (expression) => {
  const simple = simplePathValue(expression, response);
  const evaluated = plainSandbox.evaluate(expression, response);
  expect({
    value: simple && 'value' in simple ? simple.value : undefined,
    failed: simple?.error === true,
  }).toEqual({
    value: evaluated.value,
    failed: evaluated.error !== undefined,
  });
});

it.each(['data.toFixed', 'data.__proto__', 'data[01]', 'data["a\\"b"]', 'data.a+1', 'database.x', 'x.data'])(
  'evaluated in the sandbox: %s',
  (expression) => {
    expect(simplePathValue(expression, { data: 5 })).toBeUndefined();
  },
);

it.each([
  undefined,
  null,
  'x',
  {},
  [null, 5, {}, { bodyPath: 'data' }, { variableId: 'out' }, { bodyPath: 5, variableId: 'out' }],
])('an invalid mapping: %j', async (mapping) => {
  const context = blockContext({ variables: { out: 'before' } });
  await applyResponseMapping(mapping, response, context);
  expect(context.valueOf('out')).toBe('before');
});
