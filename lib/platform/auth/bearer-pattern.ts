/**
 * Form an `Authorization` header must have for the authorizer to be called; anything else gets a free 401.
 * Looser than the exact form of a token, which only the authorizer knows.
 *
 * Its source is also the deployed authorizer's `identityValidationExpression`. API Gateway reads that as a Java
 * regular expression and JavaScript has no `(?i)`, so the scheme's letters are listed in both cases (RFC 9110,
 * section 11.1: schemes are case-insensitive, and one or more spaces follow).
 */
export const BEARER_PATTERN = /^[Bb][Ee][Aa][Rr][Ee][Rr] +[A-Za-z0-9_-]{1,200}$/;
