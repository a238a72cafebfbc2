import { describe, expect, it } from 'vitest';
import { withDeadline, withinTime } from '#lib/engine/model/time-limit.ts';

describe('A computation with a time limit', () => {
  it('returns its value, even undefined', () => {
    expect(withinTime(1_000, () => 5)).toStrictEqual({ value: 5 });
    expect(withinTime(1_000, () => undefined)).toStrictEqual({ value: undefined });
  });

  it('is stopped when the time is up, and the next one runs', () => {
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

  it('ends at the deadline, if that is earlier, and does not begin after it', () => {
    const endMs = performance.now() + 20;
    const outcomes = withDeadline(endMs, () => {
      const interrupted = withinTime(60_000, endless);
      // The timer of `vm` counts whole milliseconds, and may stop the first one a fraction before the deadline.
      while (performance.now() < endMs);
      return [interrupted, withinTime(60_000, () => 8)];
    });
    expect(outcomes).toStrictEqual([undefined, undefined]);
    expect(withinTime(60_000, () => 8)).toStrictEqual({ value: 8 });
  });

  it('ends at the earlier of two deadlines', () => {
    const endMs = performance.now();
    expect(withDeadline(endMs, () => withDeadline(endMs + 60_000, () => withinTime(60_000, () => 8)))).toBe(
      undefined,
    );
  });

  it('that is interrupted leaves no deadline behind', () => {
    expect(withinTime(20, () => withDeadline(performance.now() + 10, endless))).toBeUndefined();
    expect(withinTime(60_000, () => 8)).toStrictEqual({ value: 8 });
  });

  it('may be nested', () => {
    expect(withinTime(1_000, () => withinTime(1_000, () => 7))).toStrictEqual({ value: { value: 7 } });
  });
});

function endless(): never {
  for (;;);
}
