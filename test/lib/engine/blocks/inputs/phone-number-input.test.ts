import { describe, expect, it } from 'vitest';
import { phoneNumberInputBlock } from '#lib/engine/blocks/inputs/phone-number-input.ts';
import { getContent } from './reply-to-input.ts';

describe('A phone number input', () => {
  it.each([
    [undefined, '+33612345678', '+33612345678'],
    [undefined, 'call +1 (415) 555-2671 now', '+14155552671'],
    [undefined, '0612345678', null],
    [undefined, '+1415', null],
    [undefined, 'my number', null],
    [undefined, '', null],
    ['FR', '06 12 34 56 78', '+33612345678'],
    ['FR', '612345678', '+33612345678'],
    ['FR', '+4915112345678', '+4915112345678'],
    ['FR', '+33 6 12 34 56 78 ext 5', '+33612345678'],
    ['FR', '12', null],
    ['{{Country}}', '0612345678', '+33612345678'],
    ['INT', '0612345678', null],
    ['INT', '+33612345678', '+33612345678'],
    ['nowhere', '+33612345678', '+33612345678'],
  ])('of %s turns %j into %j', async (defaultCountryCode, reply, stored) => {
    const input = { options: { defaultCountryCode }, context: { variables: { Country: 'FR' } } };
    expect(await getContent(phoneNumberInputBlock, input, reply)).toBe(stored);
  });

  it('searches only the beginning of a long reply', async () => {
    const reply = `${'no number here '.repeat(10_000)} +33612345678`;
    expect(await getContent(phoneNumberInputBlock, {}, reply)).toBeNull();
  });
});
