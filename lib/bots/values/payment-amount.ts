/** Currencies with thousandths. Source: "Three-decimal currencies" in Stripe's documentation. */
export const THREE_DECIMAL_CURRENCIES: ReadonlySet<string> = new Set('BHD JOD KWD OMR TND'.split(' '));

/** A number as JavaScript writes it. Values computed by a bot have this form. */
const PLAIN = /^\+?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;
/** Groups of thousands with the same separator, and perhaps decimals. */
const GROUPED = /^([1-9]\d{0,2}(?:([.,'\u2019\u00a0\u202f ])\d{3})(?:\2\d{3})*)(?:([.,])(\d+))?$/;
const DECIMAL_COMMA = /^(\d+),(\d+)$/;

/**
 * Reads an amount of money that an author or a respondent wrote, and returns it as JavaScript writes numbers.
 *
 * @param currency three-letter code in upper case
 * @returns undefined for what is not a number, and for what may be either of two: `1.500` in a currency without
 *   thousandths, and `1,500` in one with them
 */
export function parsePaymentAmount(amount: string, currency: string): string | undefined {
  const hasThousandths = THREE_DECIMAL_CURRENCIES.has(currency);
  const text = amount.trim();
  // No computed value ends in a zero, and nobody writes three decimals of a currency that has fewer.
  if (!hasThousandths && /^[1-9]\d{0,2}\.\d\d0$/.test(text)) return undefined;
  if (PLAIN.test(text)) return text;
  const [, whole, separator = '', point, fraction = ''] = GROUPED.exec(text) ?? [];
  if (whole !== undefined && separator !== point) {
    const isAmbiguous = hasThousandths && /^\d+,\d+$/.test(text);
    return isAmbiguous ? undefined : `${whole.replaceAll(separator, '')}.${fraction}`;
  }
  const [, units, rest] = DECIMAL_COMMA.exec(text) ?? [];
  return units === undefined ? undefined : `${units}.${rest}`;
}
