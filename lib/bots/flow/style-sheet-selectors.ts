/** At-rules that contain rules for elements. Those of others, such as `@keyframes`, are for something else. */
const GROUPS = /^@(media|supports|layer|container|scope|starting-style)\b/i;

/**
 * Returns the selectors of a style sheet, each once. Rules inside of other rules are left out: they begin where the
 * outer one has matched. What a browser could not read is left out, too.
 */
export function styleSheetSelectors(css: string): string[] {
  const found = new Set<string>();
  collect(blankOut(css), found);
  return [...found];
}

/** Placeholders of variables, whose values are not known here. */
const PLACEHOLDER = /\{\{[^{}]*\}\}/g;
const COMMENT = /\/\*[\s\S]*?(?:\*\/|$)/g;

/** Removes comments, and what could be taken for the braces of a rule. */
function blankOut(css: string): string {
  return css
    .replace(COMMENT, ' ')
    .replace(PLACEHOLDER, UNKNOWN)
    .replace(/(["'])(?:\\[\s\S]|(?!\1)[^\\\n])*\1/g, (text) => text.replace(/[{};,]/g, '_'));
}

/** Stands for the value of a variable. No name contains it. */
const UNKNOWN = '\uFFFC';

function collect(css: string, found: Set<string>): void {
  let at = 0;
  while (at < css.length) {
    const open = css.indexOf('{', at);
    const semicolon = css.indexOf(';', at);
    // `@import` and the like, or something that is not a rule.
    if (semicolon !== -1 && (open === -1 || semicolon < open)) {
      at = semicolon + 1;
      continue;
    }
    if (open === -1) return;
    const close = findClosingBrace(css, open);
    const prelude = css
      .slice(at, open)
      .replace(/^[\s}]+/, '')
      .trim();
    const block = css.slice(open + 1, close);
    if (GROUPS.test(prelude)) collect(block, found);
    else if (!prelude.startsWith('@')) {
      for (const selector of splitList(prelude)) {
        if (selector !== '' && !selector.includes(UNKNOWN)) found.add(selector.replace(/\s+/g, ' '));
      }
    }
    at = close + 1;
  }
}

function findClosingBrace(css: string, open: number): number {
  let depth = 0;
  for (let at = open; at < css.length; at += 1) {
    if (css[at] === '{') depth += 1;
    else if (css[at] === '}') {
      depth -= 1;
      if (depth === 0) return at;
    }
  }
  return css.length;
}

/** Splits at commas outside of brackets. */
export function splitList(text: string): string[] {
  const list: string[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at];
    if (char === '(' || char === '[') depth += 1;
    else if (char === ')' || char === ']') depth -= 1;
    else if (char === ',' && depth === 0) {
      list.push(text.slice(start, at).trim());
      start = at + 1;
    }
  }
  list.push(text.slice(start).trim());
  return list;
}
