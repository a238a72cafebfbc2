/** For files with a hash of their content in their name. */
export const IMMUTABLE = 'public, max-age=31536000, immutable';

/** For pages and for `/embed.js`, whose names stay the same: a deployment is seen after a minute. */
export const SHORT = 'public, max-age=60';
