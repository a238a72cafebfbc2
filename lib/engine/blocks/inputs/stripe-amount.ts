import { parsePaymentAmount, THREE_DECIMAL_CURRENCIES } from '#lib/bots/values/payment-amount.ts';

/** Zero-decimal currencies. Source, as for those below: "Supported currencies" in Stripe's documentation. */
const ZERO_DECIMAL = new Set('BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' '));

/** Charged in hundredths that must end in 00, because these currencies no longer have fractions. */
const WHOLE_IN_HUNDREDTHS = new Set(['ISK', 'UGX']);

/** An amount in Stripe's format, with a label for respondents. */
export type StripeAmount = { currency: string; smallestUnits: number; label: string };

/**
 * Parses an author's amount and rounds it to what Stripe can charge. The label shows the rounded amount. Undefined
 * unless it is an unambiguous number above zero with a three-letter currency code.
 */
export function stripeAmount(amount: string, currency: string): StripeAmount | undefined {
  const code = currency.trim().toUpperCase();
  if (!/^[A-Z]{3}$/.test(code)) return undefined;
  const number = parsePaymentAmount(amount, code);
  if (number === undefined) return undefined;
  const { decimals, unitsPerStep, shownDecimals = decimals } = getCharging(code);
  const steps = Math.round(shiftPoint(number, decimals));
  const smallestUnits = steps * unitsPerStep;
  if (!Number.isSafeInteger(smallestUnits) || smallestUnits <= 0) return undefined;
  const label = new Intl.NumberFormat(code === 'EUR' ? 'fr-FR' : 'en-US', {
    style: 'currency',
    currency: code,
    // Not the runtime's own, which has no decimals for some currencies that are charged in hundredths.
    minimumFractionDigits: shownDecimals,
    maximumFractionDigits: shownDecimals,
  }).format(shiftPoint(String(steps), -decimals));
  return { currency: code.toLowerCase(), smallestUnits, label };
}

/** Amounts are rounded to so many decimals, and a step of the last one is so many of Stripe's smallest units. */
type Charging = { decimals: number; unitsPerStep: number; shownDecimals?: number };

function getCharging(code: string): Charging {
  if (ZERO_DECIMAL.has(code)) return { decimals: 0, unitsPerStep: 1 };
  if (WHOLE_IN_HUNDREDTHS.has(code)) return { decimals: 0, unitsPerStep: 100 };
  // The last digit of thousandths has to be 0.
  if (THREE_DECIMAL_CURRENCIES.has(code)) return { decimals: 2, unitsPerStep: 10, shownDecimals: 3 };
  return { decimals: 2, unitsPerStep: 1 };
}

/** Moves the decimal point of a number without the rounding errors of a multiplication. */
function shiftPoint(number: string, places: number): number {
  const [digits, exponent = '0'] = number.toLowerCase().split('e');
  return Number(`${digits}e${Number(exponent) + places}`);
}
