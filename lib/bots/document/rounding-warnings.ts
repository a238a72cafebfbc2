import type { RoundedNumber } from '#lib/json/rounded-numbers.ts';
import { toPath } from '#lib/validation/check.ts';
import type { Warning } from './bot-schema.ts';

/** A number can have any number of digits. */
const MAX_SHOWN_CHARS = 40;

/** Warnings for the numbers of a document that JavaScript cannot hold as they were written. */
export function roundingWarnings(rounded: RoundedNumber[]): Warning[] {
  return rounded.map(({ path, written, kept }) => ({
    code: 'ROUNDED',
    path: toPath(path),
    message: `was ${shown(written)}; is ${kept}, the nearest number that can be kept. Write it as text to keep every digit`,
  }));
}

function shown(number: string): string {
  return number.length <= MAX_SHOWN_CHARS ? number : `${number.slice(0, MAX_SHOWN_CHARS)}…`;
}
