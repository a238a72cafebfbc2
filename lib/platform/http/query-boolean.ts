import * as z from 'zod';

/**
 * A boolean in a query string: exactly `true` or `false`, because the meaning of any other text would be a
 * guess. The API documentation shows it as a boolean.
 */
export const queryBoolean = z.enum(['true', 'false']);

/** A query boolean that defaults to false. */
export const queryFlag = z.enum(['true', 'false']).meta({ default: false }).optional();
