import * as z from 'zod';

/*
 * Applies to all text of a request that can become part of a key, an attribute or a URL. Documents, and
 * everything else stored as compressed JSON, may hold any text, because JSON escapes lone surrogates.
 */

export const WELL_FORMED_RULE = 'Contains a lone surrogate, which is not a valid character';

/** Text that can be encoded as UTF-8, and so be stored in DynamoDB. */
export const text = z.string().refine((value) => value.isWellFormed(), { message: WELL_FORMED_RULE });

/** A JSON value whose strings and keys can all be encoded as UTF-8. */
export const jsonOfTexts = z.unknown().refine(isWellFormedJson, { message: WELL_FORMED_RULE });

function isWellFormedJson(value: unknown): boolean {
  const values = [value];
  // `values` grows during the loop.
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
