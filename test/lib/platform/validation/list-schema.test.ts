import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { ENOUGH_ISSUES } from '#lib/platform/errors/service-error.ts';
import { listOf, recordOf } from '#lib/platform/validation/list-schema.ts';

/** A schema that accepts only numbers ≥ 1 and counts how often it is called. */
function counting() {
  const asked = { times: 0 };
  const schema = z.number().refine((value) => {
    asked.times += 1;
    return value >= 1;
  });
  return { asked, schema };
}

const record = (values: unknown[]) => Object.fromEntries(values.map((value, index) => [`k${index}`, value]));

describe.each([
  ['a list', listOf, (values: unknown[]) => values, (index: number) => index],
  ['a record', recordOf, record, (index: number) => `k${index}`],
] as const)('%s', (_, getSchema, of, toKey) => {
  const check = (schema: z.ZodType, values: unknown[]) =>
    getSchema(schema).optional().nullable().safeParse(of(values));

  it('takes what is right, to its end', () => {
    const { asked, schema } = counting();
    expect(check(schema, Array(1_000).fill(1)).success).toBe(true);
    expect(asked.times).toBe(1_000);
  });

  it('looks no further once there are more issues than an answer names', () => {
    const { asked, schema } = counting();
    const { error } = check(schema, [1, ...Array(100_000).fill(0)]);
    expect(error?.issues).toHaveLength(ENOUGH_ISSUES);
    expect(error?.issues[0]?.path).toStrictEqual([toKey(1)]);
    expect(asked.times).toBe(ENOUGH_ISSUES + 1);
  });

  it('names what is wrong wherever it is', () => {
    const { schema } = counting();
    const values = Array(50_000).fill(1);
    values[49_998] = 'text';
    const { error } = check(schema, values);
    expect(error?.issues).toMatchObject([{ path: [toKey(49_998)], code: 'invalid_type' }]);
  });

  it('is one within another', () => {
    const { error } = check(getSchema(z.string()), [of(['a', 7]), of([7])]);
    expect(error?.issues.map(({ path }) => path)).toStrictEqual([
      [toKey(0), toKey(1)],
      [toKey(1), toKey(0)],
    ]);
  });

  it.each([null, undefined, 7, 'text', true])('is not %j', (value) => {
    expect(getSchema(z.string()).safeParse(value).error?.issues).toMatchObject([{ code: 'invalid_type' }]);
  });
});

it.each([
  ['a list', listOf(z.string()), z.array(z.string())],
  ['a record', recordOf(z.boolean()), z.record(z.string(), z.boolean())],
])('%s is documented as what zod itself calls one', (_, ours, zods) => {
  expect(z.toJSONSchema(ours)).toStrictEqual(z.toJSONSchema(zods));
});
