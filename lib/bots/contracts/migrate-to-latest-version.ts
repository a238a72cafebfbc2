import * as z from 'zod';

/** A boolean in a query string. Exactly `true` or `false`: anything else would be a guess. */
export const migrateToLatestVersion = z.enum(['true', 'false']);
