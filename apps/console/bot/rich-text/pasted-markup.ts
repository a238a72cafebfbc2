import type { JsonObject } from '#lib/platform/json/json-object.ts';
import { isPastableAddress } from './link-address.ts';
import { buildElements, type ListLevel, type PastedLine } from './pasted-lines.ts';
import { cleanText } from './pasted-text.ts';
import type { ListType } from './rich-text-lists.ts';
import { hasContent, MARK_OF_TAG, type Mark, type Run } from './rich-text-model.ts';

/*
 * Reads the markup that other programs put on the clipboard. Only texts, a few looks and addresses of links are taken from it, so
 * nothing of it runs or loads.
 */

/** A node of parsed markup. The browser's own nodes are such. */
export type MarkupNode = {
  readonly nodeType: number;
  readonly nodeName: string;
  readonly nodeValue: string | null;
  readonly childNodes: Iterable<MarkupNode>;
  getAttribute?: (name: string) => string | null;
};

const TEXT_NODE = 3;
const ELEMENT_NODE = 1;

/** Elements that are left out with all that is in them. */
const LEFT_OUT = new Set(
  'APPLET AUDIO BASE BUTTON CANVAS EMBED FRAME FRAMESET HEAD IFRAME IMG INPUT LINK MATH META NOSCRIPT OBJECT PICTURE SCRIPT SELECT SOURCE STYLE SVG TEMPLATE TEXTAREA TITLE TRACK VIDEO'.split(
    ' ',
  ),
);

/** Elements that are lines of their own. */
const BLOCKS = new Set(
  'ADDRESS ARTICLE ASIDE BLOCKQUOTE CAPTION CENTER DD DETAILS DIALOG DIV DL DT FIELDSET FIGCAPTION FIGURE FOOTER FORM H1 H2 H3 H4 H5 H6 HEADER HR LEGEND LI MAIN NAV OL P PRE SECTION SUMMARY TABLE TBODY TFOOT THEAD TR UL'.split(
    ' ',
  ),
);

const CELLS = new Set(['TD', 'TH']);

const TYPE_OF_BLOCK: Readonly<Record<string, string>> = {
  H1: 'h1',
  H2: 'h2',
  H3: 'h3',
  H4: 'h3',
  H5: 'h3',
  H6: 'h3',
  BLOCKQUOTE: 'blockquote',
};

/** Kind, looks and list that the elements around a text give it. */
type Surroundings = {
  type: string;
  marks: readonly Mark[];
  url?: string | undefined;
  isVerbatim: boolean;
  list?: ListLevel | undefined;
};

/** Reads parsed markup. */
export function readMarkup(root: MarkupNode): JsonObject[] {
  const reader = new MarkupReader();
  reader.visitChildren(root, { type: 'p', marks: [], isVerbatim: false });
  reader.endLine();
  return buildElements(reader.lines);
}

class MarkupReader {
  readonly lines: PastedLine[] = [];
  /** The line that is being read. */
  private line: { type: string; runs: Run[]; list?: ListLevel | undefined } | undefined;
  /** Items that have a line already. Further lines of an item continue it. */
  private readonly begun = new Map<ListLevel, PastedLine & { runs: Run[] }>();

  visit(node: MarkupNode, around: Surroundings): void {
    if (node.nodeType === TEXT_NODE) this.addText(node.nodeValue ?? '', around);
    else if (node.nodeType === ELEMENT_NODE && isSeen(node)) this.visitElement(node, around);
  }

  private visitElement(node: MarkupNode, around: Surroundings): void {
    const tag = toTag(node);
    const inside = toSurroundings(node, tag, around);
    if (CELLS.has(tag)) this.addText(' ', { ...inside, isVerbatim: false });
    if (tag === 'BR') this.breakLine(node, around);
    else if (BLOCKS.has(tag)) this.visitBlock(node, inside);
    else this.visitChildren(node, inside);
  }

  private visitBlock(node: MarkupNode, inside: Surroundings): void {
    this.endLine();
    const before = this.lines.length;
    this.visitChildren(node, inside);
    const isBlank = this.lines.length === before && !hasContent(this.line?.runs ?? []);
    // A paragraph with a space alone is how Word and others write an empty line.
    if (isBlank && toTag(node) === 'P' && !inside.list && readText(node).includes('\u00A0')) {
      this.lines.push({ type: 'p', runs: [] });
    }
    this.endLine();
  }

  visitChildren(node: MarkupNode, around: Surroundings): void {
    for (const child of node.childNodes) this.visit(child, around);
  }

  endLine(): void {
    const { line } = this;
    this.line = undefined;
    if (!line) return;
    const runs = trimRuns(line.runs);
    if (!hasContent(runs)) return;
    const begun = line.list && this.begun.get(line.list);
    if (begun) {
      begun.runs.push({ text: '\n', marks: [] }, ...runs);
      return;
    }
    const ended = { ...line, runs };
    this.lines.push(ended);
    if (line.list) this.begun.set(line.list, ended);
  }

  private addText(data: string, { type, marks, url, isVerbatim, list }: Surroundings): void {
    const cleaned = cleanText(data);
    let text = isVerbatim ? cleaned.replace(/\r\n?/g, '\n') : cleaned.replace(/[ \t\r\n\f]+/g, ' ');
    const before = this.line?.runs.at(-1)?.text;
    if (!isVerbatim && text.startsWith(' ') && (before === undefined || /\s$/.test(before)))
      text = text.slice(1);
    if (text === '') return;
    this.line ??= { type, runs: [], list };
    this.line.runs.push({ text, marks, url });
  }

  private breakLine(node: MarkupNode, around: Surroundings): void {
    // Chromium ends each selection with one.
    if (/\bApple-interchange-newline\b/.test(readAttribute(node, 'class') ?? '')) return;
    if (this.line) this.line.runs.push({ text: '\n', marks: [] });
    else if (!around.list) this.lines.push({ type: around.type, runs: [] });
  }
}

function toTag(node: MarkupNode): string {
  return node.nodeName.toUpperCase();
}

/** Tells whether people see an element in their program. The sign that Word writes before an item does not count. */
function isSeen(node: MarkupNode): boolean {
  if (LEFT_OUT.has(toTag(node)) || readAttribute(node, 'hidden') !== undefined) return false;
  const style = readStyle(node);
  const isHidden = readProperty(style, 'display') === 'none' || readProperty(style, 'mso-hide') === 'all';
  return !isHidden && readProperty(style, 'mso-list') !== 'ignore';
}

function toSurroundings(node: MarkupNode, tag: string, around: Surroundings): Surroundings {
  const style = readStyle(node);
  const href =
    tag === 'A' ? (readAttribute(node, 'href') ?? readAttribute(node, 'data-url') ?? '').trim() : '';
  const url = isPastableAddress(href) ? href : around.url;
  const marks = new Set(around.marks);
  const ownMark = tag === 'INS' ? 'underline' : MARK_OF_TAG[tag];
  if (ownMark) marks.add(ownMark);
  // Headings are bold by themselves.
  if (style !== undefined) applyStyle(marks, style, /^H[1-6]$/.test(tag));
  if (url !== undefined) marks.delete('underline');
  const space = readProperty(style, 'white-space');
  return {
    type: TYPE_OF_BLOCK[tag] ?? around.type,
    marks: [...marks],
    url,
    isVerbatim: tag === 'PRE' || (space === undefined ? around.isVerbatim : space.startsWith('pre')),
    list: readListLevel(node, tag, style, around.list),
  };
}

function applyStyle(marks: Set<Mark>, style: string, isHeading: boolean): void {
  const set = (mark: Mark, isOn: boolean | undefined) => {
    if (isOn === true) marks.add(mark);
    if (isOn === false) marks.delete(mark);
  };
  const weight = readProperty(style, 'font-weight');
  if (!isHeading) set('bold', weight === undefined ? undefined : /^(?:bold|bolder|[6-9]00)$/.test(weight));
  const slant = readProperty(style, 'font-style');
  set('italic', slant === undefined ? undefined : /^(?:italic|oblique)/.test(slant));
  const line = readProperty(style, 'text-decoration') ?? readProperty(style, 'text-decoration-line');
  set('underline', line === undefined ? undefined : line.includes('underline'));
  set('strikethrough', line === undefined ? undefined : line.includes('line-through'));
}

/** Finds the list of the lines within an element, also as Word writes it. Undefined outside of lists. */
function readListLevel(
  node: MarkupNode,
  tag: string,
  style: string | undefined,
  around: ListLevel | undefined,
): ListLevel | undefined {
  if (tag === 'UL' || tag === 'OL') {
    const start = Number(readAttribute(node, 'start'));
    const depth = (around?.depth ?? 0) + 1;
    const isNumbered = tag === 'OL' && Number.isSafeInteger(start) && start > 1;
    return { type: tag.toLowerCase() as ListType, depth, ...(isNumbered && { start }) };
  }
  // Each item has a place of its own.
  if (tag === 'LI') return around ? { ...around } : { type: 'ul', depth: 1 };
  const level = /(?:^|;)\s*mso-list\s*:[^;]*\blevel(\d)/i.exec(style ?? '')?.[1];
  if (level === undefined) return around;
  return { type: /^\s*[\da-z]+[.)]/i.test(readMarker(node)) ? 'ol' : 'ul', depth: Number(level) };
}

/** The number or sign that Word writes before an item. */
function readMarker(node: MarkupNode): string {
  for (const child of node.childNodes) {
    if (/mso-list\s*:\s*ignore/i.test(readStyle(child) ?? '')) return readText(child);
    const found = readMarker(child);
    if (found !== '') return found;
  }
  return '';
}

function readText(node: MarkupNode): string {
  return node.nodeType === TEXT_NODE
    ? (node.nodeValue ?? '')
    : Array.from(node.childNodes, readText).join('');
}

function readAttribute(node: MarkupNode, name: string): string | undefined {
  return node.getAttribute?.(name) ?? undefined;
}

/** Inline style, also under the name that `hideFromPolicy` gives it. */
function readStyle(node: MarkupNode): string | undefined {
  return readAttribute(node, 'style') ?? readAttribute(node, 'data-style');
}

/** Value of a property of an inline style, in lower case. */
function readProperty(style: string | undefined, name: string): string | undefined {
  for (const declaration of style?.split(';') ?? []) {
    const [property = '', ...value] = declaration.split(':');
    if (property.trim().toLowerCase() === name) return value.join(':').trim().toLowerCase();
  }
  return undefined;
}

/** Removes spaces and line breaks at both ends of a line. */
function trimRuns(runs: readonly Run[]): Run[] {
  const first = runs.findIndex(({ text }) => text.trim() !== '');
  const last = runs.findLastIndex(({ text }) => text.trim() !== '');
  if (first < 0) return [];
  return runs.slice(first, last + 1).map((run, index, kept) => ({
    ...run,
    text: trimText(run.text, index === 0, index === kept.length - 1),
  }));
}

function trimText(text: string, isFirst: boolean, isLast: boolean): string {
  const begun = isFirst ? text.trimStart() : text;
  return isLast ? begun.trimEnd() : begun;
}
