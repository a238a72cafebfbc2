/**
 * What an `Authorization` header must look like for the authorizer to be asked at all; everything else is
 * refused with 401 at no cost. It is looser than a token, whose exact form only the authorizer knows.
 *
 * Its source is also the `identityValidationExpression` of the deployed authorizer. API Gateway reads that as a
 * Java regular expression and JavaScript has no `(?i)`, so the scheme's letters are spelled in both cases
 * (RFC 9110, section 11.1: schemes are case-insensitive, one or more spaces follow).
 */
export const BEARER_PATTERN = /^[Bb][Ee][Aa][Rr][Ee][Rr] +[A-Za-z0-9_-]{1,200}$/;
