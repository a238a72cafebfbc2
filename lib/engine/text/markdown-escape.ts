/**
 * Escapes a text so that Markdown shows it as it is. Only escapes what a Markdown reader could take for
 * syntax, because some clients show the text without reading it.
 */
export function escapeMarkdown(text: string): string {
  return text.split('\n').map(escapeLine).join('\n');
}

function escapeLine(line: string): string {
  const escaped = line
    .split(WEB_ADDRESS)
    .map((piece, index) => (index % 2 === 1 ? addressMarkdown(piece) : inline(piece)));
  return escaped
    .join('')
    .replace(LINE_START, '$1\\$2')
    .replace(NUMBERED, '$1\\$2')
    .replace(INDENTED, (space) =>
      space.startsWith('\t') ? `&#9;${space.slice(1)}` : `&#32;${space.slice(1)}`,
    );
}

const WEB_ADDRESS = /((?:https?:\/\/|www\.)[^\s<>"'`]+)/i;

/** An address stays in one piece: many readers make a link of it, and would take backslashes for a part of it. */
function addressMarkdown(address: string): string {
  const escaped = inline(address);
  if (escaped === address) return address;
  return /^www/i.test(address) ? escaped.replace('.', '\\.') : `<${address}>`;
}

function inline(text: string): string {
  return text.replace(SIGN, '\\$&').replace(ENTITY, '\\$&');
}

/** An underscore within a word does not emphasize, as in `snake_case`. */
const SIGN = /[\\`*~[\]<|]|_(?<![\p{L}\p{N}]_(?=[\p{L}\p{N}]))/gu;
const ENTITY = /&(?=#\d+;|#x[\da-f]+;|[a-z][\da-z]*;)/gi;
const LINE_START = /^(\s*)(#{1,6}(?=\s|$)|[>]|[-+](?=\s|$)|-(?=[-\s]*$)|=(?==*\s*$)|[.)](?=\s|$))/;
const NUMBERED = /^(\s*\d{1,9})([.)](?=\s|$))/;
const INDENTED = /^(?: {4}| {0,3}\t)\s*(?=\S)/;

/** Escapes every sign, for text that is put into Markdown and read again at once. */
export function escapeAllSigns(text: string): string {
  return text.replace(/[!-/:-@[-`{-~]/g, '\\$&');
}
