/**
 * The two sites. Bots run their authors' scripts, so their pages never share an origin with the console.
 */
export type Site = 'console' | 'bots';

/** A file of a site, as it is served. */
export type SiteFile = {
  site: Site;
  /** Path in the site, which is also its key in the bucket: `/_assets/main-4F2KXQ.js`. */
  path: string;
  contentType: string;
  cacheControl: string;
  body: Buffer;
};
