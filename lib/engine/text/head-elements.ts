/** Void elements, which have no end tag. */
const VOID = new Set([
  'base',
  'br',
  'img',
  'input',
  'link',
  'meta',
  'source',
  'track',
  'wbr',
  'hr',
  'embed',
  'area',
  'col',
]);

/** Elements whose content is raw text up to the end tag. */
const RAW = new Set(['script', 'style', 'title', 'textarea', 'noembed', 'noframes', 'xmp', 'iframe']);

/**
 * Matches a tag, including quoted attribute values that contain ">". Comments and declarations do not match.
 */
const TAG = /<(\/?)([A-Za-z][^\s/>]*)((?:[^>"']|"[^"]*"|'[^']*')*)>/y;
const TAG_START = /<\/?[A-Za-z]/y;

/**
 * Extracts the top-level elements of an HTML fragment, one per line, because clients add them to the page's
 * head one by one. Drops comments and text between elements, and anything after an unclosed tag or comment.
 * Does not sanitize: this is the bot owner's own code. Takes linear time.
 */
export function headElements(html: string): string {
  const elements: string[] = [];
  const open: string[] = [];
  /** Number of times each name is in `open`, so that unmatched end tags do not trigger a search. */
  const openNames = new Map<string, number>();
  const enter = (name: string): void => {
    open.push(name);
    openNames.set(name, (openNames.get(name) ?? 0) + 1);
  };
  const leave = (): string | undefined => {
    const name = open.pop();
    const count = openNames.get(name ?? '') ?? 0;
    if (count > 1) openNames.set(name ?? '', count - 1);
    else openNames.delete(name ?? '');
    return name;
  };
  /** Pieces of the current top-level element. */
  let pieces: string[] = [];
  let pieceStart = 0;
  const close = (end: number): void => {
    elements.push(pieces.join('') + html.slice(pieceStart, end));
  };
  for (let at = html.indexOf('<'); at !== -1; ) {
    if (html.startsWith('<!--', at)) {
      const end = html.indexOf('-->', at + 4);
      if (end === -1) break;
      if (open.length > 0) pieces.push(html.slice(pieceStart, at));
      pieceStart = end + 3;
      at = html.indexOf('<', end + 3);
      continue;
    }
    TAG_START.lastIndex = at;
    if (!TAG_START.test(html)) {
      at = html.indexOf('<', at + 1);
      continue;
    }
    TAG.lastIndex = at;
    const [tag, slash, rawName = '', attributes = ''] = TAG.exec(html) ?? [];
    if (tag === undefined) break;
    const name = rawName.toLowerCase();
    let end: number | undefined = at + tag.length;
    if (slash === '/') {
      if (openNames.has(name)) {
        while (open.length > 0 && leave() !== name);
        if (open.length === 0) close(end);
      }
    } else {
      if (open.length === 0) {
        pieces = [];
        pieceStart = at;
      }
      if (RAW.has(name)) end = endTag(html, name, end);
      if (end === undefined) break;
      const isWhole = RAW.has(name) || VOID.has(name) || attributes.endsWith('/');
      if (!isWhole) enter(name);
      else if (open.length === 0) close(end);
    }
    at = html.indexOf('<', end);
  }
  return elements.join('\n');
}

/** Returns the end of a raw text element's end tag, or undefined if it has none. */
function endTag(html: string, name: string, from: number): number | undefined {
  const pattern = new RegExp(`</${name}[\\s/]*>`, 'gi');
  pattern.lastIndex = from;
  return pattern.test(html) ? pattern.lastIndex : undefined;
}
