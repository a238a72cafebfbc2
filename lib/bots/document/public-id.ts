/**
 * A publicId is the last part of a bot's public address. It consists of lower-case letters, digits and single
 * hyphens, and does not start with a hyphen.
 */
export const PUBLIC_ID = /^(?!-)(?!.*--)[a-z0-9-]+$/;
export const PUBLIC_ID_RULE =
  'Only lower-case letters, digits and hyphens; no hyphen at the start, no two in a row';
export const MAX_PUBLIC_ID_CHARS = 255;

/**
 * Whether a caller's text can be a publicId at all. It becomes part of a key, which is limited to 2,048
 * bytes.
 */
export function isPublicId(text: string): boolean {
  return text.length <= MAX_PUBLIC_ID_CHARS && PUBLIC_ID.test(text);
}
