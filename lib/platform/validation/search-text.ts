import * as z from 'zod';

const MAX_SEARCH_CHARS = 200;

/** A text to search for, as a query parameter. */
export const searchText = z
  .string()
  .max(MAX_SEARCH_CHARS)
  .regex(/\S/, { message: 'Expected a text; omit the parameter to search for nothing' });
