import type { List, ListItem, Nodes, PhrasingContent, RootContent } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import type { RichTextNode } from '#lib/engine/model/chat-protocol.ts';
import { withinTime } from '#lib/engine/model/time-limit.ts';
import { emptyParagraph, getLeaves } from './rich-text-node.ts';

/*
 * Values come from respondents and other services. Some Markdown takes quadratic time to parse (nested lists,
 * brackets that never close), so text that is long or takes long is shown as it is.
 */
const MAX_MARKDOWN_CHARS = 20_000;
const MAX_PARSE_MS = 500;

const HAS_OTHER_THAN_SIGNS = /[^\s*_#>+-]/;

type Marks = { bold?: true; italic?: true; code?: true };

/**
 * The blocks of a Markdown text: paragraphs, headings, lists. Each empty line between them becomes an empty
 * paragraph.
 */
export function markdownToRichText(markdown: string): RichTextNode[] {
  if (markdown.trim() === '') return [];
  const blocks = markdown.length > MAX_MARKDOWN_CHARS ? [] : (parsedBlocks(markdown) ?? []);
  // Deviation: "-", "2." or "***" are Markdown without text. They would be invisible, or shown differently.
  const hasText =
    HAS_OTHER_THAN_SIGNS.test(markdown) && getLeaves(blocks).some(({ text }) => text.trim() !== '');
  return hasText ? blocks : [paragraph([{ text: markdown }])];
}

/** Undefined if it takes too long or is nested too deeply. */
function parsedBlocks(markdown: string): RichTextNode[] | undefined {
  try {
    return withinTime(MAX_PARSE_MS, () => spacedBlocks(fromMarkdown(markdown).children))?.value;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function spacedBlocks(nodes: RootContent[]): RichTextNode[] {
  let lastLine: number | undefined;
  return nodes.flatMap((node) => {
    const blocks = getBlocks(node);
    if (blocks.length === 0) return [];
    const emptyLines = lastLine === undefined ? 0 : (node.position?.start.line ?? 0) - lastLine - 1;
    lastLine = node.position?.end.line;
    return [...Array.from({ length: Math.max(0, emptyLines) }, emptyParagraph), ...blocks];
  });
}

function getBlocks(node: Nodes): RichTextNode[] {
  switch (node.type) {
    case 'heading':
      return [{ type: `h${node.depth}`, children: toInlines(node.children) }];
    case 'list':
      return [listOf(node)];
    case 'blockquote':
      return [{ type: 'blockquote', children: node.children.flatMap(getBlocks) }];
    case 'code':
      return [paragraph([{ text: node.value, code: true }])];
    case 'html':
      return [paragraph([{ text: node.value }])];
    case 'paragraph':
      return [paragraph(toInlines(node.children))];
    case 'thematicBreak':
      return [paragraph([{ text: '---' }])];
    default:
      return [];
  }
}

function paragraph(children: RichTextNode[]): RichTextNode {
  return { type: 'p', children };
}

function listOf({ ordered, children }: List): RichTextNode {
  return { type: ordered ? 'ol' : 'ul', children: children.map(toListItem) };
}

function toListItem({ children }: ListItem): RichTextNode {
  return { type: 'li', children: children.flatMap(listItemContent) };
}

function listItemContent(node: Nodes): RichTextNode[] {
  return getBlocks(node).map((block) => (block.type === 'p' ? { ...block, type: 'lic' } : block));
}

function toInlines(nodes: readonly PhrasingContent[], marks: Marks = {}): RichTextNode[] {
  return nodes.flatMap((node): RichTextNode[] => {
    switch (node.type) {
      case 'text':
      case 'html':
        return [{ ...marks, text: node.value }];
      case 'inlineCode':
        return [{ ...marks, code: true, text: node.value }];
      case 'strong':
        return toInlines(node.children, { ...marks, bold: true });
      case 'emphasis':
        return toInlines(node.children, { ...marks, italic: true });
      case 'link':
        return [{ type: 'a', url: node.url, children: toInlines(node.children, marks) }];
      case 'linkReference':
        return toInlines(node.children, marks);
      case 'image':
        // A text bubble shows no images, but the address can be followed.
        return [{ type: 'a', url: node.url, children: [{ ...marks, text: node.alt || node.url }] }];
      case 'imageReference':
        return [{ ...marks, text: node.alt ?? '' }];
      case 'break':
        return [{ ...marks, text: '\n' }];
      default:
        return [];
    }
  });
}
