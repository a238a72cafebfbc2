/*
 * The expression of a Set variable block is tried as code first, because documents do not distinguish code from
 * text. Dates and phone numbers happen to be valid code.
 */

/** Consists of placeholders, digits and what separates them in dates and phone numbers. */
const PLAIN_PARTS = /^(?:\{\{(?!=)[^{}]+\}\}|[\d+()/.-]|[^\S\r\n])+$/;

const DAY = '(?:0?[1-9]|[12]\\d|3[01])';
const MONTH = '(?:0?[1-9]|1[0-2])';
const YEAR = '(?:19|20)\\d\\d';
const TIME = '(?:[T ]\\d{1,2}:\\d{2}(?::\\d{2})?)?';
/** Day, month and year in any usual order, with the same separator twice. */
const DATE = new RegExp(
  `^(?:${YEAR}([/.-])${MONTH}\\1${DAY}|${DAY}([/.-])${MONTH}\\2${YEAR}|${MONTH}([/.-])${DAY}\\3${YEAR})${TIME}$`,
);

/** An international number: a plus and 7 to 15 digits, perhaps in groups. */
const PHONE_NUMBER = /^\+[1-9](?:[ .()/-]{0,2}\d){6,14}$/;

/**
 * Whether an expression is a date or a phone number rather than a calculation, once its variables are filled in.
 * `2024-01-05` is not a subtraction, and `+5511987654321` keeps its plus.
 */
export function isDateOrPhoneNumber(expression: string, filled: string): boolean {
  if (expression.length > MAX_CHARS || !PLAIN_PARTS.test(expression)) return false;
  const text = filled.trim();
  return DATE.test(text) || PHONE_NUMBER.test(text);
}

const MAX_CHARS = 500;

const NUMBER = '\\d+(?:\\.\\d+)?(?:e[+-]?\\d+)?';
const SUM = new RegExp(`^[+-]?\\s*${NUMBER}(?:\\s*[-+*/%,]\\s*${NUMBER})*$`, 'i');

/**
 * The number that an expression without variables is calculated to. Undefined if it is not a calculation, or its
 * value looks like the expression.
 */
export function calculateValue(expression: string): number | undefined {
  const text = expression.trim();
  if (text.length > MAX_CHARS || !SUM.test(text) || isKeptNumber(text) || isDateOrPhoneNumber(text, text)) {
    return undefined;
  }
  // A number that begins with 0 may be octal in code.
  if (/(?:^|[^\d.])0\d/.test(text)) return undefined;
  // Code returns the last of several values with commas between them.
  const last = text.slice(text.lastIndexOf(',') + 1);
  const value = toSum(last.match(new RegExp(`${NUMBER}|[-+*/%]`, 'gi')) ?? []);
  return String(value) === text ? undefined : value;
}

/** Checks for a number that would lose zeros when parsed: a phone number, postal code or price. */
export function isKeptNumber(expression: string): boolean {
  return !Number.isNaN(Number(expression)) && /^0[1-9]|0[^.].+/.test(expression);
}

/** @param tokens numbers and the operators between them */
function toSum(tokens: readonly string[]): number {
  let sum = 0;
  let product = 0;
  let operator = '+';
  for (const token of tokens) {
    if (/^\D$/.test(token)) {
      operator = token;
      continue;
    }
    const number = Number(token);
    if (operator === '*') product *= number;
    else if (operator === '/') product /= number;
    else if (operator === '%') product %= number;
    else {
      sum += product;
      product = operator === '-' ? -number : number;
    }
  }
  return sum + product;
}

/** Values that are joined without blanks by what means a calculation in code. */
const JOINED = /^(?:\{\{(?!=)[^{}]+\}\}|\d+)(?:[/-](?:\{\{(?!=)[^{}]+\}\}|\d+))+$/;

/** Whether an expression joins variables with `/` or `-`, which is calculated unless it reads as a date. */
export function isJoinedLikeText(expression: string): boolean {
  const text = expression.trim();
  return text.includes('{{') && text.length <= MAX_CHARS && JOINED.test(text);
}
