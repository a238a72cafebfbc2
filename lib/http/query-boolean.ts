import * as z from 'zod';

/**
 * A boolean in a query string: exactly `true` or `false`, because any other text would have to be guessed at.
 * The API documentation shows it as a boolean.
 */
export const queryBoolean = z.enum(['true', 'false']);

/** A query boolean that is false if it is not sent. */
export const queryFlag = z.enum(['true', 'false']).meta({ default: false }).optional();
