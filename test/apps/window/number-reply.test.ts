import { describe, expect, it } from 'vitest';
import { mayBeThousands, numberReply } from '#apps/window/inputs/typed/number-reply.ts';
import { readWrittenNumber } from '#lib/engine/text/written-number.ts';

describe("A number field's value", () => {
  it.each(['1.234', '-12.345', '1000', '1.5', '1234.567', '0.125', '1e3', '-3'])(
    '%s is sent so that the service reads the same number',
    (value) => {
      expect(mayBeThousands(value)).toBe(false);
      const { message, label } = numberReply(value);
      const text = message?.type === 'text' ? message.text : '';
      expect(readWrittenNumber(text)).toStrictEqual({ kind: 'number', value: Number(value) });
      expect(label).toBe(value);
    },
  );

  it.each(['1.500', '1.000', '-12.340'])('%s is rather thousands', (value) => {
    expect(mayBeThousands(value)).toBe(true);
  });
});
