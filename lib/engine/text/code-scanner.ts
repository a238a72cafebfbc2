type Mode = 'code' | '"' | "'" | '`' | 'regex' | 'line comment' | 'block comment';

const TOKEN =
  /\/\/|\/\*|\+\+|--|\s+|[A-Za-z_$\u0080-\uffff][\w$\u0080-\uffff]*|\d[\w.]*|[^\s\w$\u0080-\uffff]/gy;
const ENDS: Record<Exclude<Mode, 'code' | 'regex'>, RegExp> = {
  '"': /["\n\r]|\\(?:\r\n|[\s\S]|$)/g,
  "'": /['\n\r]|\\(?:\r\n|[\s\S]|$)/g,
  '`': /`|\$\{|\\(?:[\s\S]|$)/g,
  'line comment': /[\n\r\u2028\u2029]/g,
  'block comment': /\*\//g,
};
const REGEX_PART = /[/[\]\n\r\u2028\u2029]|\\(?:[\s\S]|$)/g;

/** Words that are followed by an expression, so that a slash after them begins a regular expression. */
const BEFORE_EXPRESSION = new Set(
  'return typeof case in of do else void delete throw new instanceof yield await'.split(' '),
);

/**
 * Follows JavaScript from part to part and says whether it is in quotes: in a string or the text of a template literal. It
 * does not parse, so it takes linear time and accepts broken code. It cannot always tell a division from a regular expression;
 * it then assumes a division after a parenthesis and a regular expression after a brace.
 */
export class CodeScanner {
  #mode: Mode = 'code';
  /** For each template literal whose `${…}` is open: the braces that are open in it. */
  readonly #openBraces: number[] = [];
  /** Whether a value ends here, so that a slash divides it. */
  #isAfterValue = false;
  #isInClass = false;
  #endsInBackslash = false;

  /** Whether this is the text of a string or of a template literal. */
  get isInQuotes(): boolean {
    return this.isInTemplate || this.#mode === '"' || this.#mode === "'";
  }

  get isInTemplate(): boolean {
    return this.#mode === '`';
  }

  /** Whether the text so far ends in a backslash that would escape what follows. */
  get endsInBackslash(): boolean {
    return this.#endsInBackslash;
  }

  /** Continues with a placeholder, which stands for a value. */
  skipValue(): void {
    this.#endsInBackslash = false;
    if (this.#mode === 'code') this.#isAfterValue = true;
  }

  /** Continues with a part of the source. */
  read(text: string): void {
    let at = 0;
    while (at < text.length) {
      if (this.#mode === 'code') at = this.#readToken(text, at);
      else if (this.#mode === 'regex') at = this.#readRegex(text, at);
      else at = this.#readToEnd(text, at, this.#mode);
    }
  }

  #readToken(text: string, at: number): number {
    TOKEN.lastIndex = at;
    const [token = ' '] = TOKEN.exec(text) ?? [];
    if (token === '//') this.#mode = 'line comment';
    else if (token === '/*') this.#mode = 'block comment';
    else if (token === '"' || token === "'" || token === '`') this.#mode = token;
    else if (token === '/' && !this.#isAfterValue) {
      this.#mode = 'regex';
      this.#isInClass = false;
    } else if (token === '{') this.#openBrace();
    else if (token === '}') this.#closeBrace();
    else if (/^\S/.test(token) && token !== '++' && token !== '--') {
      this.#isAfterValue = /^[\w$\u0080-\uffff)\]]/.test(token) && !BEFORE_EXPRESSION.has(token);
    }
    return at + token.length;
  }

  #openBrace(): void {
    const last = this.#openBraces.length - 1;
    if (last >= 0) this.#openBraces[last] = (this.#openBraces[last] ?? 0) + 1;
    this.#isAfterValue = false;
  }

  #closeBrace(): void {
    const last = this.#openBraces.length - 1;
    if (this.#openBraces[last] === 0) {
      this.#openBraces.pop();
      this.#mode = '`';
    } else if (last >= 0) this.#openBraces[last] = (this.#openBraces[last] ?? 0) - 1;
    this.#isAfterValue = false;
  }

  #readRegex(text: string, at: number): number {
    REGEX_PART.lastIndex = at;
    const [part] = REGEX_PART.exec(text) ?? [];
    if (part === undefined) return text.length;
    if (part === '[') this.#isInClass = true;
    else if (part === ']') this.#isInClass = false;
    else if (part === '/' && this.#isInClass) return REGEX_PART.lastIndex;
    else if (!part.startsWith('\\')) this.#enterCode(part === '/');
    return REGEX_PART.lastIndex;
  }

  #readToEnd(text: string, at: number, mode: keyof typeof ENDS): number {
    const pattern = ENDS[mode];
    pattern.lastIndex = at;
    const [end] = pattern.exec(text) ?? [];
    if (end === undefined) return text.length;
    if (end === '\\') this.#endsInBackslash = true;
    else if (end === '${') {
      this.#openBraces.push(0);
      this.#enterCode(false);
    } else if (!end.startsWith('\\')) {
      // Strings end with their line. Whatever is before a comment stays before what follows it.
      this.#enterCode(mode.endsWith('comment') ? this.#isAfterValue : end === mode);
    }
    return pattern.lastIndex;
  }

  #enterCode(isAfterValue: boolean): void {
    this.#mode = 'code';
    this.#isAfterValue = isAfterValue;
  }
}

/**
 * Escapes a text for the inside of quotes of any kind. All but letters and digits is escaped, so that it could not do
 * anything outside of quotes either, nor end a script element.
 */
export function escapeForQuotes(text: string): string {
  return text.replace(/[^A-Za-z0-9_\u00a1-\u2027\u202a-\ufefe\uff00-\uffff]/g, (char) => {
    const code = char.charCodeAt(0).toString(16);
    return code.length <= 2 ? `\\x${code.padStart(2, '0')}` : `\\u${code.padStart(4, '0')}`;
  });
}

/** Returns a value as it can stand at the scanner's place in quotes. */
export function quoteValue(text: string, { isInTemplate, endsInBackslash }: CodeScanner): string {
  const escaped = escapeForQuotes(text);
  // A backslash just before a placeholder is a character. It must not escape the value.
  const start = endsInBackslash ? '\\' : '';
  return isInTemplate ? `${start}\${"${escaped}"}` : `${start}${escaped}`;
}
