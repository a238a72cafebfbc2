import * as z from 'zod';

const MAX_ITEMS_PER_PAGE = 100;
export const DEFAULT_ITEMS_PER_PAGE = 50;

/** Query of a list: 1 to 100 items per page, and the cursor that the page starts at. */
export const listPage = {
  limit: z
    .string()
    .regex(/^([1-9]\d?|100)$/, { message: `Only a whole number from 1 to ${MAX_ITEMS_PER_PAGE}` })
    .optional(),
  cursor: z.string().optional(),
};
