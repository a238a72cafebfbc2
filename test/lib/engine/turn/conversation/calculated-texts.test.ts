import { describe, expect, it } from 'vitest';
import { CASES, readCase } from '#test/support/cases.ts';
import { Talk } from '#test/support/chat/talk.ts';

describe.skipIf(CASES.length === 0)('The case of calculated texts', () => {
  it('keeps dates and phone numbers', async () => {
    const { texts } = await new Talk(readCase('10').bot).start();
    expect(texts).toStrictEqual(['12/05/2024 | +5511987654321 | 2024-01-05']);
  });
});
