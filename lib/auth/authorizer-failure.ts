/**
 * Log message for a failed look-up of tokens. Lambda's own error count cannot tell that from a refused token,
 * which is thrown as well, so an alarm counts these lines instead.
 */
export const AUTHORIZER_FAILED = 'The authorizer failed';
