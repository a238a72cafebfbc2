import { text } from '#lib/platform/validation/text-schema.ts';
import { MAX_NAME_CHARACTERS } from './store/name.ts';

/** Name of a workspace or token as sent. `parseName` trims it before checking its length. */
export const name = text.meta({ minLength: 1, maxLength: MAX_NAME_CHARACTERS });
