import type { Warning } from '#lib/bots/document/bot-schema.ts';
import type { RoundedNumber } from '#lib/platform/json/rounded-numbers.ts';
import { shortenText } from '#lib/platform/json/shorten-text.ts';
import { toPath } from '#lib/platform/validation/check.ts';

/** Numbers are truncated in warnings because they can have any number of digits. */
const MAX_SHOWN_CHARS = 40;

/** Returns a warning for each number that JavaScript cannot represent exactly. */
export function toRoundingWarnings(rounded: RoundedNumber[]): Warning[] {
  return rounded.map(({ path, written, kept }) => ({
    code: 'ROUNDED',
    path: toPath(path),
    message: `was ${shortenText(written, MAX_SHOWN_CHARS)}; rounded to ${kept}. Use a string to keep every digit`,
  }));
}
