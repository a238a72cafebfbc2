import * as z from 'zod';

const MAX_ITEMS_PER_PAGE = 100;
export const DEFAULT_ITEMS_PER_PAGE = 50;

/** Query parameters of every list: a page size from 1 to 100, and the cursor from the previous page. */
export const listPage = {
  limit: z
    .string()
    .regex(/^([1-9]\d?|100)$/, { message: `Must be a whole number from 1 to ${MAX_ITEMS_PER_PAGE}` })
    .optional(),
  cursor: z.string().optional(),
};
