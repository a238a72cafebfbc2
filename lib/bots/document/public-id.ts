/**
 * The last part of a bot's public address: lower-case letters, digits and single hyphens, not starting with a
 * hyphen.
 */
export const PUBLIC_ID = /^(?!-)(?!.*--)[a-z0-9-]+$/;
export const PUBLIC_ID_RULE =
  'Must be lower-case letters, digits and single hyphens, not starting with a hyphen';
export const MAX_PUBLIC_ID_CHARS = 255;

/**
 * Whether the text is a valid publicId. Text from a caller must be checked because it becomes part of a key,
 * which is limited to 2,048 bytes.
 */
export function isPublicId(text: string): boolean {
  return text.length <= MAX_PUBLIC_ID_CHARS && PUBLIC_ID.test(text);
}

export const RESERVED_PUBLIC_ID_RULE = 'Is reserved: the API has this address';

/**
 * Whether the API has the address that the bot's page would have. Whoever got such an id before it was reserved keeps
 * it: chats need no page.
 */
export function isReservedPublicId(publicId: string): boolean {
  return /^(api|healthz|v\d+)$/.test(publicId);
}
