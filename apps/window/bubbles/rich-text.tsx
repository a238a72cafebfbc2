import { type ComponentChildren, h } from 'preact';
import { type Fields, getFlag, getList, getNumber, getText } from '#apps/client/loose-fields.ts';
import { linkUrl } from '#apps/window/safe-url.ts';
import { SafeLink } from './safe-link.tsx';

const BLOCK_TAGS: Record<string, string> = {
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

const MARKS: [name: string, tag: string][] = [
  ['bold', 'strong'],
  ['italic', 'em'],
  ['underline', 'u'],
  ['strikethrough', 's'],
  ['code', 'code'],
];

/** Rich text. Its content is inserted as text, never parsed as markup. */
export function RichText({ nodes }: { nodes: readonly Fields[] }) {
  return <>{nodes.map(toView)}</>;
}

function toView(node: Fields): ComponentChildren {
  const { text } = node;
  if (typeof text === 'string') return toLeaf(node, text);
  const children = getList(node, 'children').map(toView);
  const type = getText(node, 'type') ?? '';
  if (type === 'a') {
    const href = linkUrl(getText(node, 'url'));
    return href ? <SafeLink href={href}>{children}</SafeLink> : <span>{children}</span>;
  }
  // Paragraphs can be nested, because Markdown in a variable is expanded to paragraphs. A browser that parsed
  // them would split them, but these are created as nodes.
  const tag = BLOCK_TAGS[type] ?? 'span';
  // An empty line keeps its height.
  if (tag === 'p' && richTextToString([node]) === '')
    return h('p', { 'data-element-type': type }, children, <br />);
  const start = tag === 'ol' ? getNumber(node, 'start') : undefined;
  return h(tag, { 'data-element-type': type, ...(start !== undefined && { start }) }, children);
}

function toLeaf(leaf: Fields, text: string): ComponentChildren {
  let view: ComponentChildren = h('span', {}, text);
  for (const [mark, tag] of MARKS) {
    if (getFlag(leaf, mark)) view = h(tag, {}, view);
  }
  return view;
}

/** The text alone, as a screen reader would say it. */
export function richTextToString(nodes: readonly Fields[]): string {
  return nodes
    .map((node) => (typeof node.text === 'string' ? node.text : richTextToString(getList(node, 'children'))))
    .join('');
}
