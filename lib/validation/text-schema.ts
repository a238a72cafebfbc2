import * as z from 'zod';

/*
 * The rule for every text of a request that may become part of a key, an attribute or an address. Documents, and
 * whatever else is stored as compressed JSON, keep any text: JSON writes half of a surrogate pair as an escape.
 */

export const WELL_FORMED_RULE = 'Has half of a surrogate pair, which is not a character';

/** A text that UTF-8 can hold, and therefore DynamoDB. */
export const text = z.string().refine((value) => value.isWellFormed(), { message: WELL_FORMED_RULE });

/** A JSON value whose texts and keys are all such texts. */
export const jsonOfTexts = z.unknown().refine(isWellFormedJson, { message: WELL_FORMED_RULE });

function isWellFormedJson(value: unknown): boolean {
  const values = [value];
  // It grows while it is walked.
  for (const one of values) {
    if (typeof one === 'string' && !one.isWellFormed()) return false;
    if (typeof one !== 'object' || one === null) continue;
    for (const [key, inner] of Object.entries(one)) {
      if (!key.isWellFormed()) return false;
      if (typeof inner === 'string' || typeof inner === 'object') values.push(inner);
    }
  }
  return true;
}
