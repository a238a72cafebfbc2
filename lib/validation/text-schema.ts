import * as z from 'zod';

/*
 * The rule for every text of a request that can become part of a key, an attribute or an address. Documents
 * and everything else that is stored as compressed JSON may hold any text, because JSON escapes half of a
 * surrogate pair.
 */

export const WELL_FORMED_RULE = 'Has half of a surrogate pair, which is not a character';

/** A text that can be encoded as UTF-8 and therefore stored in DynamoDB. */
export const text = z.string().refine((value) => value.isWellFormed(), { message: WELL_FORMED_RULE });

/** A JSON value whose texts and keys can all be encoded as UTF-8. */
export const jsonOfTexts = z.unknown().refine(isWellFormedJson, { message: WELL_FORMED_RULE });

function isWellFormedJson(value: unknown): boolean {
  const values = [value];
  // The list grows during the loop.
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
