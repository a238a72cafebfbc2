import { isJsonObject, type JsonObject } from '#lib/platform/json/json-object.ts';

/*
 * A paragraph of rich text as a row of runs, which a person edits, and back. What the form does not know survives:
 * further keys of the paragraph, of its texts and links, and elements between them.
 */

export const MARKS = ['bold', 'italic', 'underline', 'strikethrough', 'code'] as const;
export type Mark = (typeof MARKS)[number];

/** Marks that elements of HTML stand for, by tag. */
export const MARK_OF_TAG: Readonly<Record<string, Mark>> = {
  B: 'bold',
  STRONG: 'bold',
  I: 'italic',
  EM: 'italic',
  U: 'underline',
  S: 'strikethrough',
  STRIKE: 'strikethrough',
  DEL: 'strikethrough',
  CODE: 'code',
};

/** A piece of text with one look, or an element that is kept as it is. */
export type Run = {
  text: string;
  marks: readonly Mark[];
  /** Address of the link around the text. */
  url?: string | undefined;
  /** The node of the document that the text is from. Its further keys stay. */
  leaf?: JsonObject | undefined;
  /** The link of the document that the text is in. */
  link?: JsonObject | undefined;
  /** An element that no form can edit. */
  atom?: JsonObject | undefined;
};

/** Kinds of elements whose children are text. `lic` is the text of an item of a list. */
const PARAGRAPHS: readonly unknown[] = ['p', 'h1', 'h2', 'h3', 'blockquote', 'lic'];

/** Tells whether a node is a paragraph with text, links and single elements in it. */
export function isParagraph(node: unknown): node is JsonObject {
  if (!isJsonObject(node) || !PARAGRAPHS.includes(node.type) || !Array.isArray(node.children)) return false;
  return node.children.every((child) => isJsonObject(child) && !PARAGRAPHS.includes(child.type));
}

/** Splits a paragraph into runs. */
export function toRuns(paragraph: JsonObject): Run[] {
  return getChildren(paragraph).flatMap((child) => {
    if (isLeaf(child)) return [toRun(child)];
    const inner = getChildren(child);
    if (child.type === 'a' && inner.every(isLeaf)) {
      const url = typeof child.url === 'string' ? child.url : '';
      return inner.map((leaf) => ({ ...toRun(leaf), url, link: child }));
    }
    return [{ text: getPlainText(child), marks: [], atom: child }];
  });
}

/** Builds the paragraph with other runs. */
export function withRuns(paragraph: JsonObject, runs: readonly Run[]): JsonObject {
  const children: JsonObject[] = [];
  let openLink: { url: string; link: JsonObject | undefined; children: JsonObject[] } | undefined;
  for (const run of mergeRuns(runs)) {
    if (run.atom) {
      children.push(run.atom);
      openLink = undefined;
    } else if (run.url === undefined) {
      children.push(toLeaf(run));
      openLink = undefined;
    } else if (openLink && openLink.url === run.url && openLink.link === run.link) {
      openLink.children.push(toLeaf(run));
    } else {
      openLink = { url: run.url, link: run.link, children: [toLeaf(run)] };
      children.push({ type: 'a', ...run.link, url: run.url, children: openLink.children });
    }
  }
  return { ...paragraph, children: children.length === 0 ? [{ text: '' }] : children };
}

/** Tells whether two rows of runs read alike, however their texts are split. */
export function areSameRuns(a: readonly Run[], b: readonly Run[]): boolean {
  return JSON.stringify(mergeRuns(a).map(toLook)) === JSON.stringify(mergeRuns(b).map(toLook));
}

/** Tells whether runs show anything. */
export function hasContent(runs: readonly Run[]): boolean {
  return runs.some(({ text, atom }) => text !== '' || atom);
}

/** Name of an element that is kept as it is. */
export function getAtomText({ text, atom }: Run): string {
  return text || String(atom?.type ?? 'Element');
}

/** Length of what runs show, in characters. */
export function countShownChars(runs: readonly Run[]): number {
  return runs.reduce((sum, run) => sum + (run.atom ? getAtomText(run) : run.text).length, 0);
}

/** The text alone, as a reader sees it. */
export function getPlainText(node: unknown): string {
  if (!isJsonObject(node)) return '';
  if (typeof node.text === 'string') return node.text;
  return getChildren(node).map(getPlainText).join('');
}

/** Joins neighbors that look alike, and drops those without a text. */
function mergeRuns(runs: readonly Run[]): Run[] {
  const merged: Run[] = [];
  for (const run of runs) {
    if (run.text === '' && !run.atom) continue;
    const last = merged.at(-1);
    const isAlike =
      last && !last.atom && !run.atom && toLook({ ...last, text: '' }) === toLook({ ...run, text: '' });
    if (isAlike) merged[merged.length - 1] = { ...last, text: last.text + run.text };
    else merged.push(run);
  }
  return merged;
}

function toLook({ text, marks, url, atom }: Run): string {
  return JSON.stringify([text, MARKS.filter((mark) => marks.includes(mark)), url ?? null, atom ?? null]);
}

function toRun(leaf: JsonObject): Run {
  return { text: String(leaf.text), marks: MARKS.filter((mark) => leaf[mark] === true), leaf };
}

function toLeaf({ text, marks, leaf = {} }: Run): JsonObject {
  const others = Object.entries(leaf).filter(([key]) => key !== 'text' && !MARKS.includes(key as Mark));
  return {
    ...Object.fromEntries(others),
    ...Object.fromEntries(marks.map((mark) => [mark, true])),
    text,
  };
}

function isLeaf(node: JsonObject): boolean {
  return typeof node.text === 'string';
}

/** Children that are nodes. */
export function getChildren(node: JsonObject): JsonObject[] {
  return Array.isArray(node.children) ? node.children.filter(isJsonObject) : [];
}
