/**
 * What the log says when tokens could not be looked up. Lambda's own count of errors cannot tell that from a
 * refused token, which is thrown too; an alarm counts these lines instead.
 */
export const AUTHORIZER_FAILED = 'The authorizer failed';
