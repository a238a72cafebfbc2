/** Leaves room for the rest of the key and for percent-encoding in the URL. */
const MAX_CHARS = 100;

/**
 * Sanitizes an uploaded file's name for use in its URL: strips folders and replaces special characters. Commas
 * in particular must go, because they separate the URLs in a reply.
 */
export function uploadedFileName(name: string): string {
  const own = name.split(/[/\\]/).at(-1) ?? '';
  const plain = own
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}\p{M}._-]+/gu, '-')
    .replace(/^[.-]+/, '');
  // Truncates from the start to keep the extension.
  return Array.from(plain).slice(-MAX_CHARS).join('') || 'file';
}
