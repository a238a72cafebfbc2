import type { List, ListItem, Nodes, PhrasingContent, RootContent } from 'mdast';
import type { RichTextNode } from '#lib/engine/model/chat-protocol.ts';
import { withinTime } from '#lib/engine/model/time-limit.ts';
import { mayBeMarkdown } from '#lib/engine/model/typed-text.ts';
import { loadPackage } from '#lib/platform/validation/load-package.ts';
import { emptyParagraph, getLeaves } from './rich-text-node.ts';

/*
 * Values come from respondents and external services, and some Markdown takes quadratic time to parse (nested
 * lists, unclosed brackets). Text that is too long, or takes too long, is shown as plain text.
 */
const MAX_MARKDOWN_CHARS = 20_000;
const MAX_PARSE_MS = 500;

/** Text of this length parses within a few milliseconds whatever it contains, so it needs no time limit. */
const MAX_UNLIMITED_CHARS = 100;

const HAS_OTHER_THAN_SIGNS = /[^\s*_#>+-]/;

type Marks = { bold?: true; italic?: true; code?: true };

/** Converts Markdown to rich text blocks. Each empty line between blocks becomes an empty paragraph. */
export function markdownToRichText(markdown: string): RichTextNode[] {
  if (markdown.trim() === '') return [];
  // Most values are a few words, and parsing takes a thousand times as long as this check.
  if (!mayBeMarkdown(markdown)) return [paragraph([{ text: markdown }])];
  const blocks = markdown.length > MAX_MARKDOWN_CHARS ? [] : (parsedBlocks(markdown) ?? []);
  // Deviation: Markdown that has no text ("-", "2.", "***") is kept as plain text. Otherwise it would be
  // invisible or look different.
  const hasText =
    HAS_OTHER_THAN_SIGNS.test(markdown) && getLeaves(blocks).some(({ text }) => text.trim() !== '');
  return hasText ? blocks : [paragraph([{ text: markdown }])];
}

/** Returns undefined if parsing takes too long or the nesting is too deep. */
function parsedBlocks(markdown: string): RichTextNode[] | undefined {
  // Loaded before the time is limited.
  const { fromMarkdown } = loadPackage(
    'mdast-util-from-markdown',
  ) as typeof import('mdast-util-from-markdown');
  try {
    const parse = () => spacedBlocks(fromMarkdown(markdown).children);
    return markdown.length <= MAX_UNLIMITED_CHARS ? parse() : withinTime(MAX_PARSE_MS, parse)?.value;
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
      return [toList(node)];
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

export function paragraph(children: RichTextNode[]): RichTextNode {
  return { type: 'p', children };
}

function toList({ ordered, start, children }: List): RichTextNode {
  const items = children.map(toListItem);
  if (!ordered) return { type: 'ul', children: items };
  return { type: 'ol', ...(typeof start === 'number' && start !== 1 && { start }), children: items };
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
        // Text bubbles cannot show images, so link to the image instead.
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
