import { MARKS, type Mark, type Run } from './rich-text-model.ts';

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

/** Names of elements that browsers make when a person changes the look of a text. */
const MARK_OF_TAG: Readonly<Record<string, Mark>> = {
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
        element.textContent = run.text || String(run.atom.type ?? 'Element');
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
    const source = node.dataset.run === undefined ? look.source : runs[Number(node.dataset.run)];
    if (source?.atom && node.dataset.run !== undefined) {
      found.push(source);
      return;
    }
    const mark = MARK_OF_TAG[node.tagName];
    const url = node.dataset.url ?? (node instanceof HTMLAnchorElement ? node.getAttribute('href') : null);
    visitChildren(node, {
      ...look,
      source,
      ...(mark && { marks: [...look.marks, mark] }),
      ...(url !== null && { url }),
    });
  };
  const visitChildren = (node: Node, look: Look) => {
    for (const child of node.childNodes) visit(child, look);
  };
  visitChildren(root, { marks: [] });
  return found;
}

function wrapIn(tag: string, content: Node): HTMLElement {
  const element = document.createElement(tag);
  element.append(content);
  return element;
}
