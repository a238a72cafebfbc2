import { describe, expect, it } from 'vitest';
import { withinTime } from '#lib/engine/model/time-limit.ts';

describe('A computation within a time', () => {
  it('has its value, be it undefined', () => {
    expect(withinTime(1_000, () => 5)).toStrictEqual({ value: 5 });
    expect(withinTime(1_000, () => undefined)).toStrictEqual({ value: undefined });
  });

  it('is stopped when the time is up, and the next one runs', () => {
    const endless = () => {
      for (;;);
    };
    expect(withinTime(20, endless)).toBeUndefined();
    expect(withinTime(20, () => /^(a+)+$/.test(`${'a'.repeat(60)}!`))).toBeUndefined();
    expect(withinTime(1_000, () => 6)).toStrictEqual({ value: 6 });
  });

  it('may throw', () => {
    expect(() =>
      withinTime(1_000, () => {
        throw new RangeError('too far');
      }),
    ).toThrow(new RangeError('too far'));
  });

  it('may hold another', () => {
    expect(withinTime(1_000, () => withinTime(1_000, () => 7))).toStrictEqual({ value: { value: 7 } });
  });
});
