import {
  AsYouType,
  type CountryCode,
  getCountries,
  getCountryCallingCode,
  Metadata,
  parseDigits,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/min';

/** Undefined for numbers that are typed with their calling code. */
export type Country = CountryCode | undefined;

/** The two controls of a phone input. A "+" in the text and the country always name the same calling code. */
export type PhoneEntry = {
  text: string;
  country: Country;
  /** The country to return to once the text no longer names one: the block's default, or the last that was chosen. */
  fallback: Country;
  /** Country that the service assumes for a number without a calling code. */
  defaultCountry: Country;
};

export type PhoneEvent =
  /** `isTyped` is false where formatting would get in the way: while deleting, or in the middle of the text. */
  { type: 'edit'; text: string; isTyped: boolean } | { type: 'choose'; country: Country };

export function startPhoneEntry(defaultCountryCode: string | undefined, text = ''): PhoneEntry {
  const country = toCountry(defaultCountryCode);
  const empty = { text: '', country, fallback: country, defaultCountry: country };
  return text === '' ? empty : reducePhoneEntry(empty, { type: 'edit', text, isTyped: false });
}

export function reducePhoneEntry(entry: PhoneEntry, event: PhoneEvent): PhoneEntry {
  return event.type === 'edit' ? edit(entry, event.text, event.isTyped) : choose(entry, event.country);
}

/**
 * Returns what to send: the number in E.164, even if it is invalid, so that the service asks again instead of reading
 * the digits as a number of the block's default country. Text without digits is sent unchanged.
 */
export function toPhoneReply({ text, country, defaultCountry }: PhoneEntry): string {
  const typed = text.trim();
  const digits = toDigits(typed);
  if (digits === '') return typed;
  if (hasPlus(typed)) return parsePhoneNumberFromString(typed)?.number ?? toE164(digits);
  if (country) {
    const number = parsePhoneNumberFromString(typed, country);
    const callingCode = getCountryCallingCode(country);
    return number?.countryCallingCode === callingCode ? number.number : toE164(callingCode + digits);
  }
  // Without a default country, the service asks again.
  return defaultCountry ? toE164(digits) : typed;
}

/** Drops a zero that is not dialled after the calling code. */
function toE164(digits: string): string {
  return parsePhoneNumberFromString(`+${digits}`)?.number ?? `+${digits}`;
}

export function toCountry(code: string | undefined): Country {
  const wanted = code?.toUpperCase();
  return getCountries().find((country) => country === wanted);
}

function edit(before: PhoneEntry, sentText: string, isTyped: boolean): PhoneEntry {
  if (sentText.trim() === '') return { ...before, text: sentText, country: before.fallback };
  const ownCountry = keepsCountry(before, sentText) ? before.country : before.fallback;
  const text = withPlus(sentText, ownCountry, before.defaultCountry);
  const country = hasPlus(text) ? findCountry(text, [ownCountry, before.fallback]) : ownCountry;
  return { ...before, text: isTyped ? format(text, country) : text, country };
}

/** Whether a number without a calling code still belongs to the country of the text before it. */
function keepsCountry(before: PhoneEntry, text: string): boolean {
  // Deleting the calling code leaves the rest of the number. Anything else is another number.
  return !hasPlus(before.text) || toDigits(before.text).endsWith(toDigits(text));
}

/** A chosen country replaces the calling code that was typed. */
function choose(before: PhoneEntry, country: Country): PhoneEntry {
  const { text } = before;
  const chosen = { ...before, country, fallback: country };
  const digits = toDigits(text);
  if (country === undefined) {
    if (digits === '' || hasPlus(text)) return chosen;
    const number = readNumber(text, before.country).getNumberValue();
    return { ...chosen, text: format(number ?? `+${digits}`, undefined) };
  }
  if (!hasPlus(text)) return { ...chosen, text: format(text, country) };
  const rest = digits.slice(findCallingCode(text, digits).length);
  return { ...chosen, text: format(`+${getCountryCallingCode(country)}${rest}`, country) };
}

/** Digits that are too few to contain a calling code are the beginning of one. */
function findCallingCode(text: string, digits: string): string {
  return readNumber(text, undefined).getCallingCode() ?? (digits.length < 3 ? digits : '');
}

/**
 * Returns the country of a number with a calling code. Countries can share one: until the digits tell them apart, the
 * first candidate with that code is kept.
 */
function findCountry(text: string, candidates: Country[]): Country {
  const number = readNumber(text, undefined);
  const callingCode = number.getCallingCode();
  return (
    number.getCountry() ??
    candidates.find((country) => country && getCountryCallingCode(country) === callingCode)
  );
}

/**
 * Replaces what is dialled before a calling code, such as 00 or 011, with a plus. Adds the plus that is missing where
 * someone has chosen to type a calling code.
 */
function withPlus(text: string, country: Country, defaultCountry: Country): string {
  if (hasPlus(text) || toDigits(text) === '') return text;
  if (country) {
    const number = readNumber(text, country);
    const callingCode = number.getCallingCode();
    const isDialled =
      callingCode !== undefined &&
      (callingCode !== getCountryCallingCode(country) || toDigits(text).startsWith('00'));
    if (number.isInternational() && isDialled) return number.getNumberValue() ?? text;
  }
  if (!dialsWithZeros(country) && /^\D*00[1-9]/.test(text)) return text.replace(/^\D*00/, '+');
  return country === undefined && defaultCountry ? `+${text.trimStart()}` : text;
}

/** Whether a country dials 00 and more before a calling code, such as 0011 in Australia. */
function dialsWithZeros(country: Country): boolean {
  if (!country) return false;
  const metadata = new Metadata();
  metadata.selectNumberingPlan(country);
  return /^0[0[]/.test(metadata.numberingPlan?.IDDPrefix() ?? '');
}

function format(text: string, country: Country): string {
  if (/\p{L}/u.test(text)) return text;
  return new AsYouType(country).input(toKeyed(text)) || text;
}

function readNumber(text: string, country: Country): AsYouType {
  const number = new AsYouType(country);
  number.input(toKeyed(text));
  return number;
}

/** Whether a number begins with its calling code. Pasted numbers may begin with brackets and invisible characters. */
function hasPlus(text: string): boolean {
  return /^[^\p{Nd}]*[+＋]/u.test(text);
}

/** Returns the digits and the leading plus alone: the library takes nothing before them. */
function toKeyed(text: string): string {
  return `${hasPlus(text) ? '+' : ''}${toDigits(text)}`;
}

/** Digits of any script, as ASCII. */
function toDigits(text: string): string {
  return parseDigits(text);
}
