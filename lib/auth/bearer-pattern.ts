/**
 * Form that an `Authorization` header must have before the authorizer is called. Everything else is refused
 * with 401 at no cost. The pattern is looser than the exact form of a token, which only the authorizer knows.
 *
 * Its source is also the `identityValidationExpression` of the deployed authorizer. API Gateway reads that as
 * a Java regular expression and JavaScript has no `(?i)`, so the scheme's letters are listed in both cases
 * (RFC 9110, section 11.1: schemes are case-insensitive, and one or more spaces follow).
 */
export const BEARER_PATTERN = /^[Bb][Ee][Aa][Rr][Ee][Rr] +[A-Za-z0-9_-]{1,200}$/;
