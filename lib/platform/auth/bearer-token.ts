import { createHash, randomBytes } from 'node:crypto';

/*
 * Reads, creates and hashes bearer tokens. Imports no other module of the service, because it is part of the
 * authorizer, which every call has to wait for.
 */

const TOKEN_BYTES = 32;

/** RFC 6750, section 2.1: `Bearer`, spaces, and a run of these characters. The scheme is case-insensitive. */
const BEARER = /^bearer +([A-Za-z0-9._~+/-]+=*) *$/i;

/**
 * 32 bytes are 43 characters of base64url, the last of which carries only 4 bits. Restricting it to the
 * canonical characters gives every token exactly one spelling.
 */
const TOKEN = /^bot_[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]$/;

/** Returns the token of an `Authorization` header, or undefined if the scheme or form is different. */
export function parseBearer(header: string): string | undefined {
  return BEARER.exec(header)?.[1];
}

/** Returns a new token: `bot_` and 256 random bits in base64url. */
export function generateToken(): string {
  return `bot_${randomBytes(TOKEN_BYTES).toString('base64url')}`;
}

/** Whether the text looks like one of our tokens. Anything else is never looked up. */
export function isTokenForm(text: string): boolean {
  return TOKEN.test(text);
}

/**
 * Returns the SHA-256 in hex, the only form in which a token is stored. 256 random bits cannot be guessed from
 * it, so neither salt nor slow hash is needed. Tokens are looked up by digest, so no secret is compared byte by
 * byte.
 */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
