import { describeAddressProblem } from './link-address.ts';
import { getAtomText, MARK_OF_TAG, MARKS, type Mark, type Run } from './rich-text-model.ts';

/*
 * Runs as elements of an editable paragraph, and back. Elements are created, never parsed from markup: the text is
 * somebody else's.
 */

const TAGS: Record<Mark, string> = {
  bold: 'b',
  italic: 'i',
  underline: 'u',
  strikethrough: 's',
  code: 'code',
};

/** Elements whose text nobody sees. */
const UNSEEN_TAGS: readonly string[] = ['SCRIPT', 'STYLE', 'TEMPLATE'];

/** Makes the content of an editable paragraph. Each element names its run by its index. */
export function createContent(runs: readonly Run[]): Node[] {
  return runs
    .map((run, index) => ({ run, index }))
    .filter(({ run }) => run.text !== '' || run.atom)
    .map(({ run, index }) => {
      const element = document.createElement('span');
      element.dataset.run = String(index);
      if (run.atom) {
        element.contentEditable = 'false';
        element.className = 'rich-text-atom';
        element.textContent = getAtomText(run);
        return element;
      }
      let content: Node = document.createTextNode(run.text);
      for (const mark of run.marks) content = wrapIn(TAGS[mark], content);
      if (run.url !== undefined) {
        const link = document.createElement('a');
        // As an attribute of another name: nobody should leave the page by a click into the text.
        link.dataset.url = run.url;
        link.title = run.url;
        link.append(content);
        content = link;
      }
      element.append(content);
      return element;
    });
}

/** Look of the texts in an element, and the run that they are from. */
type Look = { marks: readonly Mark[]; url?: string; source?: Run | undefined };

function toRun(text: string, { marks, url, source }: Look): Run {
  return {
    text: text.replaceAll('\u00a0', ' '),
    marks: MARKS.filter((mark) => marks.includes(mark)),
    url,
    leaf: source?.leaf,
    link: source?.url === url ? source?.link : undefined,
  };
}

/** Reads the runs of an editable paragraph, or of a part of it. */
export function readRuns(root: Node, runs: readonly Run[]): Run[] {
  const found: Run[] = [];
  const visit = (node: Node, look: Look) => {
    if (node instanceof Text) {
      found.push(toRun(node.data, look));
      return;
    }
    if (!(node instanceof HTMLElement)) return visitChildren(node, look);
    if (UNSEEN_TAGS.includes(node.tagName)) return;
    const source = node.dataset.run === undefined ? look.source : runs[Number(node.dataset.run)];
    if (source?.atom && node.dataset.run !== undefined) {
      found.push(source);
      return;
    }
    const mark = MARK_OF_TAG[node.tagName];
    const url = readAddress(node);
    visitChildren(node, {
      ...look,
      source,
      ...(mark && { marks: [...look.marks, mark] }),
      ...(url !== undefined && { url }),
    });
  };
  const visitChildren = (node: Node, look: Look) => {
    for (const child of node.childNodes) visit(child, look);
  };
  visitChildren(root, { marks: [] });
  return found;
}

/** Address of a link: of the document, or one that has come into the text since, if a bot's window would follow it. */
function readAddress(element: HTMLElement): string | undefined {
  if (element.dataset.url !== undefined) return element.dataset.url;
  const href = element instanceof HTMLAnchorElement ? element.getAttribute('href') : null;
  return href !== null && describeAddressProblem(href) === undefined ? href : undefined;
}

/** Puts the caret after so many characters of an element's text, or at its end. */
export function placeCaret(element: HTMLElement, chars: number): void {
  element.focus();
  const selection = getSelection();
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  let left = chars;
  for (let node = texts.nextNode(); node instanceof Text; node = texts.nextNode()) {
    if (left <= node.data.length) {
      selection?.collapse(node, left);
      return;
    }
    left -= node.data.length;
  }
  selection?.selectAllChildren(element);
  selection?.collapseToEnd();
}

function wrapIn(tag: string, content: Node): HTMLElement {
  const element = document.createElement(tag);
  element.append(content);
  return element;
}
