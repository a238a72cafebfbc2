import { expect, it, vi } from 'vitest';
import { once } from '#lib/platform/validation/once.ts';

it('builds at the first call only', () => {
  const build = vi.fn(() => ({}));
  const get = once(build);
  expect(build).not.toHaveBeenCalled();
  expect(get()).toBe(get());
  expect(build).toHaveBeenCalledTimes(1);
});

it('also keeps undefined', () => {
  const build = vi.fn(() => undefined);
  const get = once(build);
  expect([get(), get()]).toEqual([undefined, undefined]);
  expect(build).toHaveBeenCalledTimes(1);
});
