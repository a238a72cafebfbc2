import { element } from '#lib/apps/chat-page/element.ts';
import { linkUrl } from '#lib/apps/chat-page/safe-url.ts';
import { type Fields, getFlag, getList, toText } from '#lib/client/loose-fields.ts';

const BLOCK_TAGS: Record<string, keyof HTMLElementTagNameMap> = {
  p: 'p',
  h1: 'h3',
  h2: 'h4',
  h3: 'h5',
  ul: 'ul',
  ol: 'ol',
  li: 'li',
  lic: 'span',
  blockquote: 'blockquote',
  code_block: 'pre',
  code_line: 'div',
};

const MARKS: [name: string, tag: keyof HTMLElementTagNameMap][] = [
  ['bold', 'strong'],
  ['italic', 'em'],
  ['underline', 'u'],
  ['strikethrough', 's'],
  ['code', 'code'],
];

/** Renders rich text as DOM nodes. Its content is inserted as text, never parsed as markup. */
export function richTextView(nodes: readonly Fields[]): DocumentFragment {
  const view = document.createDocumentFragment();
  view.append(...nodes.map(nodeView));
  return view;
}

function nodeView(node: Fields): Node {
  const { text } = node;
  if (typeof text === 'string') return leafView(node, text);
  const children = getList(node, 'children').map(nodeView);
  const type = toText(node, 'type') ?? '';
  if (type === 'a') return linkView(toText(node, 'url'), children);
  // Paragraphs can be nested, because Markdown in a variable is expanded to paragraphs.
  const tag = BLOCK_TAGS[type] ?? 'span';
  const view = element(tag, {}, ...children);
  // Preserves the height of an empty line.
  if (tag === 'p' && view.textContent === '') view.append(document.createElement('br'));
  return view;
}

function leafView(leaf: Fields, text: string): Node {
  let view: Node = document.createTextNode(text);
  for (const [mark, tag] of MARKS) {
    if (getFlag(leaf, mark)) view = element(tag, {}, view);
  }
  return view;
}

function linkView(url: string | undefined, children: Node[]): Node {
  const href = linkUrl(url);
  if (!href) return element('span', {}, ...children);
  return element('a', { attributes: { href, target: '_blank', rel: 'noopener noreferrer' } }, ...children);
}
