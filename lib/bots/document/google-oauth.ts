/*
 * Google's authorization code flow: https://developers.google.com/identity/protocols/oauth2/web-server. The scope of each
 * kind of credentials is in `credential-kinds.ts`.
 */

/** Google's name in responses. */
export const GOOGLE_ISSUER = 'https://accounts.google.com';

export const GOOGLE_AUTHORIZATION_URL = 'https://accounts.google.com/o/oauth2/v2/auth';

export const GOOGLE_TOKEN_URL = 'https://oauth2.googleapis.com/token';

/** Path of the console's page to which Google sends admins back. */
export const GOOGLE_REDIRECT_PATH = '/google';
