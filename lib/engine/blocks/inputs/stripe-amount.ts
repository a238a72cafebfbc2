/** Zero-decimal currencies. For all others, Stripe expects amounts in hundredths. */
const WITHOUT_HUNDREDTHS = new Set(
  'BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF UGX VND VUV XAF XOF XPF'.split(' '),
);

/** An amount in Stripe's format, with a label for respondents. */
export type StripeAmount = { currency: string; smallestUnits: number; label: string };

/**
 * Parses an author's amount. Undefined unless it is a number above zero with a three-letter currency code.
 */
export function stripeAmount(amount: string, currency: string): StripeAmount | undefined {
  const code = currency.trim().toUpperCase();
  const value = Number(amount);
  const perUnit = WITHOUT_HUNDREDTHS.has(code) ? 1 : 100;
  const smallestUnits = Math.round(value * perUnit);
  if (!Number.isSafeInteger(smallestUnits) || smallestUnits <= 0 || !/^[A-Z]{3}$/.test(code))
    return undefined;
  const locale = code === 'EUR' ? 'fr-FR' : 'en-US';
  const label = new Intl.NumberFormat(locale, { style: 'currency', currency: code }).format(
    smallestUnits / perUnit,
  );
  return { currency: code.toLowerCase(), smallestUnits, label };
}
