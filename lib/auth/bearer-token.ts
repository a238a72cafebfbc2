import { createHash, randomBytes } from 'node:crypto';

/*
 * Reads, creates and hashes bearer tokens. It imports no other module of the service because the authorizer,
 * which every call waits for, is built from it.
 */

const TOKEN_BYTES = 32;

/**
 * RFC 6750, section 2.1: `Bearer`, spaces, and a run of these characters. The scheme's case does not matter.
 */
const BEARER = /^bearer +([A-Za-z0-9._~+/-]+=*) *$/i;

/**
 * 32 bytes are 43 characters of base64url. The last one carries only 4 bits, so most characters cannot be
 * last. That way every token has exactly one spelling.
 */
const TOKEN = /^bot_[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]$/;

/** The token in an `Authorization` header. Undefined if the header has another scheme or form. */
export function parseBearer(header: string): string | undefined {
  return BEARER.exec(header)?.[1];
}

/** A new token: `bot_` and 256 random bits in base64url. */
export function generateToken(): string {
  return `bot_${randomBytes(TOKEN_BYTES).toString('base64url')}`;
}

/** Whether the text has the form of our tokens. Anything else is never looked up. */
export function isTokenForm(text: string): boolean {
  return TOKEN.test(text);
}

/**
 * SHA-256 in hex, the only form in which a token is stored. 256 random bits cannot be guessed from it, so it
 * needs neither a salt nor a slow hash. Tokens are looked up by digest, so no secret is compared byte by
 * byte.
 */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
