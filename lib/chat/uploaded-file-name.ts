/** Characters of a file name. The rest of the key and the escapes in the address need room too. */
const MAX_CHARS = 100;

/**
 * The name of an uploaded file in its address: the respondent's name for it, without folders and special
 * characters. Commas matter most, because they separate the addresses in a reply.
 */
export function uploadedFileName(name: string): string {
  const own = name.split(/[/\\]/).at(-1) ?? '';
  const plain = own
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}\p{M}._-]+/gu, '-')
    .replace(/^[.-]+/, '');
  // Keeps the end of the name, because the extension is there.
  return Array.from(plain).slice(-MAX_CHARS).join('') || 'file';
}
