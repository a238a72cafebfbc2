import { text } from '#lib/validation/text-schema.ts';
import { MAX_NAME_CHARACTERS } from './store/name.ts';

/** The name of a workspace or of a token as a request holds it. `parseName` trims it before it counts. */
export const name = text.meta({ minLength: 1, maxLength: MAX_NAME_CHARACTERS });
