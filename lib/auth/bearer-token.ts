import { createHash, randomBytes } from 'node:crypto';

/*
 * What a bearer token looks like, on its way in and on its way out. Free of every other module, because the
 * authorizer, which all calls wait for, is built from it.
 */

const TOKEN_BYTES = 32;

/** RFC 6750, section 2.1: `Bearer`, spaces, and a run of these characters. The scheme's case does not matter. */
const BEARER = /^bearer +([A-Za-z0-9._~+/-]+=*) *$/i;

/**
 * 32 bytes are 43 characters of base64url. The last one carries 4 bits only, so most characters cannot stand
 * there: every token has exactly one spelling.
 */
const TOKEN = /^bot_[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]$/;

/** The token in an `Authorization` header; undefined if the header is of another scheme or form. */
export function parseBearer(header: string): string | undefined {
  return BEARER.exec(header)?.[1];
}

/** A new token: `bot_` and 256 random bits in base64url. */
export function generateToken(): string {
  return `bot_${randomBytes(TOKEN_BYTES).toString('base64url')}`;
}

/** Whether the text can be one of our tokens at all; what cannot is never looked up. */
export function isTokenForm(text: string): boolean {
  return TOKEN.test(text);
}

/**
 * SHA-256 in hex, all that is ever stored of a token. 256 random bits cannot be guessed from it, so it needs
 * neither salt nor a slow hash; and looking up by digest leaves no secret to compare byte by byte.
 */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
