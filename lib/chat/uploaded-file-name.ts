/** Of a name; the rest of the key, and the escapes of an address, need room too. */
const MAX_CHARS = 100;

/**
 * A name for a file in an address: what respondents called it, without folders and without characters that mean
 * something to somebody; commas above all, for they separate the addresses of a reply.
 */
export function uploadedFileName(name: string): string {
  const own = name.split(/[/\\]/).at(-1) ?? '';
  const plain = own
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}\p{M}._-]+/gu, '-')
    .replace(/^[.-]+/, '');
  // The end is what tells the type.
  return Array.from(plain).slice(-MAX_CHARS).join('') || 'file';
}
