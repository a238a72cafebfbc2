import * as z from 'zod';

/**
 * A boolean in a query string. Exactly `true` or `false`: anything else would be a guess. The API's documentation shows it
 * as a boolean.
 */
export const queryBoolean = z.enum(['true', 'false']);

/** One that counts as false when it is not sent. */
export const queryFlag = z.enum(['true', 'false']).meta({ default: false }).optional();
