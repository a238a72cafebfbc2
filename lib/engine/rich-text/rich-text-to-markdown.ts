import type { RichTextNode } from '#lib/engine/model/chat-protocol.ts';
import { firstNumber, isLeaf, type RichTextLeaf, richTextNodes } from './rich-text-node.ts';

/**
 * Converts rich text to Markdown with one block per line, so an empty paragraph becomes an empty line. Text
 * is not escaped: what respondents typed already is, and anything else that looks like Markdown is meant to be
 * Markdown.
 */
export function richTextToMarkdown(nodes: readonly RichTextNode[]): string {
  const blocks = nodes.filter((node) => isLeaf(node) || richTextNodes(node.children).length > 0);
  return blocks
    .map((node, index) => {
      const next = blocks[index + 1];
      // Without a separator, adjacent lists would be parsed as one.
      return next && isList(node) && isList(next) ? `${blockMarkdown(node)}\n` : blockMarkdown(node);
    })
    .join('\n');
}

function isList({ type }: RichTextNode): boolean {
  return type === 'ul' || type === 'ol';
}

const INLINE_TYPES = new Set<unknown>(['a', 'inline-variable']);

function isInline(node: RichTextNode): boolean {
  return isLeaf(node) || INLINE_TYPES.has(node.type);
}

function blockMarkdown(node: RichTextNode): string {
  if (isInline(node)) return inlineMarkdown([node]);
  if (isList(node)) return listMarkdown(node, '');
  const children = richTextNodes(node.children);
  const content = contentMarkdown(children);
  const level = typeof node.type === 'string' ? /^h([1-6])$/.exec(node.type)?.[1] : undefined;
  if (level) return `${'#'.repeat(Number(level))} ${content}`;
  return node.type === 'blockquote' ? content.replace(/^/gm, '> ') : content;
}

/** Renders an element's content, which can mix inline nodes and blocks. */
function contentMarkdown(children: RichTextNode[]): string {
  const lines: string[] = [];
  let line: RichTextNode[] = [];
  for (const child of children) {
    if (isInline(child)) {
      line.push(child);
      continue;
    }
    if (line.length > 0) lines.push(inlineMarkdown(line));
    lines.push(blockMarkdown(child));
    line = [];
  }
  if (line.length > 0) lines.push(inlineMarkdown(line));
  return lines.join('\n');
}

function listMarkdown(list: RichTextNode, indent: string): string {
  const isOrdered = list.type === 'ol';
  const start = firstNumber(list);
  return richTextNodes(list.children)
    .map((item, index) => itemMarkdown(item, isOrdered ? `${start + index}.` : '*', indent))
    .join('\n');
}

function itemMarkdown(item: RichTextNode, bullet: string, indent: string): string {
  const children = isInline(item) ? [item] : richTextNodes(item.children);
  const inner = `${indent}${' '.repeat(bullet.length + 1)}`;
  const [first = '', ...rest] = [
    contentMarkdown(children.filter((child) => !isList(child))),
    ...children.filter(isList).map((child) => listMarkdown(child, inner)),
  ];
  return [`${indent}${bullet} ${first}`, ...rest].join('\n');
}

function inlineMarkdown(nodes: readonly RichTextNode[]): string {
  return nodes
    .map((node) => {
      if (isLeaf(node)) return leafMarkdown(node);
      const text = inlineMarkdown(richTextNodes(node.children));
      return node.type === 'a' && typeof node.url === 'string' ? `[${text}](${node.url})` : text;
    })
    .join('');
}

/** Moves whitespace outside the marks, because Markdown does not allow it inside. */
function leafMarkdown(leaf: RichTextLeaf): string {
  const text = leaf.text.trim();
  if (text === '') return leaf.text;
  // A regular expression would take quadratic time for many spaces within a text.
  const before = leaf.text.slice(0, leaf.text.length - leaf.text.trimStart().length);
  const after = leaf.text.slice(leaf.text.trimEnd().length);
  return `${before}${marked(text, leaf)}${after}`;
}

function marked(text: string, { code, bold, italic, strikethrough, underline }: RichTextLeaf): string {
  let result = text;
  if (code) result = text.includes('\n') ? `\`\`\`\n${text}\n\`\`\`` : `\`${text}\``;
  if (bold && italic) result = `***${result}***`;
  else if (bold) result = `**${result}**`;
  else if (italic) result = `_${result}_`;
  if (strikethrough) result = `~~${result}~~`;
  return underline ? `<u>${result}</u>` : result;
}
