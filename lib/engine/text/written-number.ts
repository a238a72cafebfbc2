/**
 * A number that a person wrote. It is `ambiguous` if its only separator may be a decimal sign or separate
 * thousands: `1,000` is one in German and a thousand in English.
 */
export type WrittenNumber =
  | { kind: 'number'; value: number }
  | { kind: 'ambiguous'; separator: ',' | '.'; decimal: number; thousands: number };

const SPACES = /[\u00a0\u2007\u2009\u202f]/g;

/** A currency or percent sign after a number. */
const SIGN_BEHIND = /^(.*?\d[.,]?) ?[%\p{Sc}]$/u;

/**
 * Reads a number as people write it around the world, with or without separators of thousands: `1.234,56`,
 * `1,234.56`, `1 234,56`, `1'234.56`, `12,34,567`. Undefined if the text is anything else: nothing of it is
 * ignored, apart from blanks and a currency or percent sign behind the number.
 */
export function readWrittenNumber(text: string): WrittenNumber | undefined {
  if (text.length > MAX_CHARS) return undefined;
  const plain = text
    .replace(SPACES, ' ')
    .replace('\u2212', '-')
    .replace(/\u2019/g, "'")
    .trim();
  const written = SIGN_BEHIND.exec(plain)?.[1] ?? plain;
  const [, sign = '', digits = ''] = /^([+-]?)(.*)$/s.exec(written) ?? [];
  const factor = sign === '-' ? -1 : 1;
  const ambiguous = ONE_SEPARATOR.exec(digits);
  if (ambiguous) {
    const [, whole = '', separator = '', rest = ''] = ambiguous;
    return {
      kind: 'ambiguous',
      separator: separator === ',' ? ',' : '.',
      decimal: factor * Number(`${whole}.${rest}`),
      thousands: factor * Number(whole + rest),
    };
  }
  const plainDigits = withoutGroups(digits);
  return plainDigits === undefined ? undefined : { kind: 'number', value: factor * Number(plainDigits) };
}

/** Longer texts are not numbers. */
const MAX_CHARS = 400;

const ONE_SEPARATOR = /^([1-9]\d{0,2})([.,])(\d{3})$/;

/** Forms of numbers, with the sign that separates thousands and the one before decimals. */
const FORMS: { pattern: RegExp; group: RegExp; decimal: '.' | ',' }[] = [
  { pattern: /^(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i, group: /$^/g, decimal: '.' },
  { pattern: /^(?:\d+,\d*|,\d+)(?:e[+-]?\d+)?$/i, group: /$^/g, decimal: ',' },
  { pattern: /^[1-9]\d{0,2}(?:,\d{3})+(?:\.\d*)?$/, group: /,/g, decimal: '.' },
  { pattern: /^[1-9]\d{0,2}(?:\.\d{3})+(?:,\d*)?$/, group: /\./g, decimal: ',' },
  // Lakhs and crores.
  { pattern: /^[1-9]\d?(?:,\d{2})+,\d{3}(?:\.\d*)?$/, group: /,/g, decimal: '.' },
  { pattern: /^[1-9]\d{0,2}(?:([ '])\d{3})(?:\1\d{3})*(?:\.\d*)?$/, group: /[ ']/g, decimal: '.' },
  { pattern: /^[1-9]\d{0,2}(?:([ '])\d{3})(?:\1\d{3})*,\d*$/, group: /[ ']/g, decimal: ',' },
];

/** Rewrites a number the way programs write it. */
function withoutGroups(digits: string): string | undefined {
  if (digits === 'Infinity') return digits;
  const form = FORMS.find(({ pattern }) => pattern.test(digits));
  return form && digits.replace(form.group, '').replace(form.decimal, '.');
}

/**
 * Reads a number from an author's option or a comparison, where nobody can be asked again. A comma before three
 * digits then separates thousands; a point is a decimal one, because programs write numbers like that.
 */
export function toWrittenNumber(text: string): number | undefined {
  const number = readWrittenNumber(text);
  if (number?.kind !== 'ambiguous') return number?.value;
  return number.separator === ',' ? number.thousands : number.decimal;
}
