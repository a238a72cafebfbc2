/**
 * Log message for a failed token look-up. An alarm counts these lines, because Lambda's error count also
 * includes refused tokens, which are thrown as well.
 */
export const AUTHORIZER_FAILED = 'The authorizer failed';
