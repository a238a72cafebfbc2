/*
 * Values of variables in an author's style sheet. They come from respondents and from links, so a value must stay
 * where the author placed it: in a declaration, a string or a URL.
 */

/** Where in a style sheet a placeholder is. A `url` in quotes is a string whose characters are those of a URL. */
export type CssPlace = {
  kind: 'value' | 'comment' | 'string' | 'url';
  /** Text that closes the open string. Empty if no string is open. */
  quote: string;
};

export const CSS_START: CssPlace = { kind: 'value', quote: '' };

const OPENING = /\/\*|\\[\s\S]|(?<![\w-]|[^\0-\x7f])url\(\s*(["']?)|@import\s+(["'])|["']/giu;

/** Returns where the style sheet is after this part of the author's text. */
export function cssPlaceAfter(text: string, place: CssPlace): CssPlace {
  let current = place;
  let at = 0;
  while (at < text.length) {
    const pattern = current.kind === 'value' ? OPENING : getClosing(current);
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (!found) break;
    at = pattern.lastIndex;
    const [token, urlQuote, importQuote] = found;
    if (token.startsWith('\\')) continue;
    if (current.kind !== 'value') current = CSS_START;
    else if (token === '/*') current = { kind: 'comment', quote: '' };
    else if (token.length > 1) current = { kind: 'url', quote: urlQuote || importQuote || '' };
    else current = { kind: 'string', quote: token };
  }
  return current;
}

/** A line break closes a string, too. */
function getClosing({ kind, quote }: CssPlace): RegExp {
  if (kind === 'comment') return /\*\//g;
  if (quote === '') return /\\[\s\S]|\)/g;
  return quote === '"' ? /\\[\s\S]|["\n\r\f]/g : /\\[\s\S]|['\n\r\f]/g;
}

/** Returns the value as it can stand at a place of a style sheet. Colours, lengths, names and URLs stay as they are. */
export function cssValue(value: string, { kind }: CssPlace): string {
  if (kind === 'comment') return '';
  if (kind === 'string') return stringContent(value);
  return kind === 'url' ? urlContent(value) : plainValue(value);
}

/** Escapes what ends a string, and what is not a string to a simple-minded reader: markup, imports and URLs. */
function stringContent(value: string): string {
  return value.replace(
    /[\p{Cc}"'\\<(]|@(?=import)/giu,
    (char) => `\\${(char.codePointAt(0) || 0xfffd).toString(16)} `,
  );
}

function urlContent(value: string): string {
  return value
    .trim()
    .replace(/[\s\p{Cc}"'()\\<>{}]|@(?=import)/giu, (char) =>
      /["'()@]/.test(char) ? `%${char.charCodeAt(0).toString(16)}` : encodeURIComponent(char),
    );
}

const CLOSERS: Record<string, string> = { '(': ')', '[': ']' };

/** Either a whole URL, a whole string, or a single character. */
const TOKEN =
  /(?<![\w-])(url\()(?:\s*"([^"\n\r\f]*)"\s*|\s*'([^'\n\r\f]*)'\s*|([^"'()]*))\)|"([^"\n\r\f]*)"|'([^'\n\r\f]*)'|[\s\S]/giu;

/**
 * Replaces by spaces what ends a declaration or opens a block, what is opened but not closed, and what is closed but
 * not opened. URLs get quotes, which are read alike after whatever the author wrote.
 */
function plainValue(value: string): string {
  const closers: string[] = [];
  const out: string[] = [];
  for (const [token, url, inDouble, inSingle, bare, double, single] of value.matchAll(TOKEN)) {
    if (url) {
      const quote = inSingle === undefined ? '"' : "'";
      out.push(`${url}${quote}${urlContent(inDouble ?? inSingle ?? bare ?? '')}${quote})`);
    } else if (double !== undefined) out.push(`"${stringContent(double)}"`);
    else if (single !== undefined) out.push(`'${stringContent(single)}'`);
    else if (CLOSERS[token]) {
      closers.push(CLOSERS[token]);
      out.push(token === '(' && mayCallUrl(out) ? ' (' : token);
    } else if (token === ')' || token === ']') out.push((closers.at(-1) === token && closers.pop()) || ' ');
    else out.push(/[\s\p{Cc};{}@\\<"']/u.test(token) || isCommentMark(out.at(-1), token) ? ' ' : token);
  }
  // Beside the author's own text, too, nothing becomes the start of a comment.
  return (out.join('') + closers.reverse().join('')).replace(/^\*/, ' *').replace(/\/$/, '/ ');
}

/** In a URL without quotes, a quote would be a character. The start of its name may be the author's. */
function mayCallUrl(before: string[]): boolean {
  return /^r?l?$|url$/i.test(before.slice(-4).join(''));
}

function isCommentMark(before: string | undefined, char: string): boolean {
  return (char === '*' && before === '/') || (char === '/' && before === '*');
}
