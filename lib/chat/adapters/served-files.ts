import { FILE_PREFIXES } from '#lib/engine/model/file-prefixes.ts';

/**
 * Key prefixes of public files. Files under `private/` are only accessible to people with access to the
 * bucket, and those under `exports/` also to those who get a presigned address.
 */
export const PUBLIC_FILE_PREFIXES = [
  FILE_PREFIXES.generated,
  FILE_PREFIXES.uploads,
  FILE_PREFIXES.authored,
] as const;

/** HTML and SVG files cannot run scripts and get an opaque origin. */
export const FILES_CONTENT_POLICY =
  "sandbox; default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'";
