import { expect, it, vi } from 'vitest';
import * as z from 'zod';
import { buildWhenSent } from '#lib/platform/validation/build-when-sent.ts';

function createSchema() {
  const build = vi.fn(() => z.looseObject({ size: z.number() }));
  return { build, schema: z.looseObject({ name: z.string(), theme: buildWhenSent(build) }) };
}

it('is not built for values without the field', () => {
  const { build, schema } = createSchema();
  expect(schema.parse({ name: 'Ada' })).toStrictEqual({ name: 'Ada' });
  expect(schema.safeParse({}).error?.issues).toMatchObject([{ path: ['name'] }]);
  expect(schema.parse({ name: 'Ada', theme: undefined }).theme).toBeUndefined();
  expect(build).not.toHaveBeenCalled();
});

it('is built once for values with the field, and checks them', () => {
  const { build, schema } = createSchema();
  expect(schema.parse({ name: 'Ada', theme: { size: 1 } }).theme).toStrictEqual({ size: 1 });
  expect(schema.safeParse({ name: 'Ada', theme: { size: '1' } }).error?.issues).toMatchObject([
    { path: ['theme', 'size'], code: 'invalid_type' },
  ]);
  expect(schema.safeParse({ name: 'Ada', theme: null }).success).toBe(false);
  expect(build).toHaveBeenCalledOnce();
});

it('is documented as the optional field that it is', () => {
  const { schema } = createSchema();
  expect(z.toJSONSchema(schema)).toMatchObject({
    properties: { theme: { type: 'object', required: ['size'] } },
    required: ['name'],
  });
});
