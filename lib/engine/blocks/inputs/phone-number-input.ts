import * as z from 'zod';
import type { InputModule } from '#lib/engine/model/block-module.ts';
import { optionalText, readOptions } from '#lib/engine/model/block-options.ts';
import { once } from '#lib/platform/validation/once.ts';
import { renderPrefilledInput } from './render-input.ts';

export const phoneNumberInputOptions = once(() =>
  z.object({
    variableId: optionalText,
    defaultCountryCode: optionalText,
    retryMessageContent: optionalText,
  }),
);

/** Maximum characters searched. Searching 100,000 digits takes a second. */
const MAX_SEARCHED_CHARS = 1000;

/**
 * Accepts the first phone number in a text and stores it as "+33612345678". Numbers without "+" need a
 * default country.
 */
export const phoneNumberInputBlock: InputModule = {
  kind: 'input',
  type: 'phone number input',
  shortName: 'phone',
  show: renderPrefilledInput,
  async read(reply, shown) {
    if (reply?.type !== 'text') return { status: 'refused' };
    const { findPhoneNumbersInText, isSupportedCountry } = await import('libphonenumber-js/min');
    const { defaultCountryCode: country = '' } = readOptions(phoneNumberInputOptions(), shown.options);
    // Documents may also have "INT", which means no country.
    const options = isSupportedCountry(country) ? { defaultCountry: country } : {};
    const [found] = findPhoneNumbersInText(reply.text.slice(0, MAX_SEARCHED_CHARS), options);
    return found ? { status: 'accepted', content: found.number.number } : { status: 'refused' };
  },
};
