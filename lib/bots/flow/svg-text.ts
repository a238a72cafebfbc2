/** Characters that XML 1.0 does not allow, not even escaped. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the regex exists to find control characters
const NOT_XML = /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ufffe\uffff]/g;

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes text for SVG element content and attribute values. */
export function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replace(NOT_XML, '')
    .replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}

/** East Asian characters and emoji are about as wide as two Latin letters. */
const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\u{1f000}-\u{1faff}]/u;

/** Truncates text to one line about as wide as `width` letters, with an ellipsis if anything was cut off. */
export function cutText(text: string, width: number): string {
  // Truncate to what could fit before the expensive steps, because a document's text may be megabytes long.
  const line = text
    .slice(0, width * 8)
    .replace(/\s+/g, ' ')
    .trim();
  let used = 0;
  let cut = '';
  for (const character of line) {
    used += WIDE.test(character) ? 2 : 1;
    if (used > width) return `${cut.trimEnd()}…`;
    cut += character;
  }
  return cut;
}
