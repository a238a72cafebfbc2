import { splitList } from './style-sheet-selectors.ts';

const SCRIPT = /<script\b([^>]{0,2000})>([\s\S]*?)(?:<\/script\b[^>]*>|$)/gi;
const TEXT = String.raw`\(\s*(["'\x60])((?:\\.|(?!\1)[^\\])*)\1`;
const CALLS: [pattern: RegExp, toSelector: (text: string) => string][] = [
  [new RegExp(String.raw`\b(?:querySelector|querySelectorAll|closest|matches)${TEXT}`, 'g'), (text) => text],
  [new RegExp(String.raw`\bgetElementById${TEXT}`, 'g'), (text) => `#${text}`],
  [
    new RegExp(String.raw`\bgetElementsByClassName${TEXT}`, 'g'),
    (text) =>
      text
        .trim()
        .split(/\s+/)
        .map((name) => `.${name}`)
        .join(''),
  ],
];

export type HeadCode = {
  /** Selectors that its scripts look for in the page, each once. */
  selectors: string[];
  /** The code without these. */
  rest: string;
  /** It loads scripts from elsewhere, of which nothing is known. */
  loadsScripts: boolean;
};

/** Reads what the scripts in a bot's head code look for. */
export function readHeadCode(code: string): HeadCode {
  const found = new Set<string>();
  let loadsScripts = false;
  for (const [, attributes = '', script = ''] of code.matchAll(SCRIPT)) {
    loadsScripts ||= /\bsrc\s*=/i.test(attributes) || /\.src\s*=|\bimport\s*\(|\bfrom\s*["']/.test(script);
    for (const selector of listSelectors(script)) found.add(selector);
  }
  const rest = CALLS.reduce((left, [pattern]) => left.replace(pattern, ' '), code);
  return { selectors: [...found], rest, loadsScripts };
}

function listSelectors(script: string): string[] {
  return CALLS.flatMap(([pattern, toSelector]) =>
    [...script.matchAll(pattern)]
      .map(([, , text = '']) => text)
      // Others are put together while the script runs.
      .filter((text) => !text.includes('${'))
      .flatMap((text) => splitList(toSelector(text.replace(/\\(.)/g, '$1'))))
      .filter((selector) => selector !== ''),
  );
}
