import type { ChatFlow } from '#lib/engine/model/chat-flow.ts';
import type { RichTextNode, TextFormat } from '#lib/engine/model/chat-protocol.ts';
import { splitAtParts, typedForm } from '#lib/engine/model/typed-text.ts';
import { escapeAllSigns, escapeMarkdown } from '#lib/engine/text/markdown-escape.ts';
import {
  getTypedParts,
  inlineCodeValue,
  renderTemplate,
  type TemplateContext,
  type TemplatePart,
  templateParts,
} from '#lib/engine/text/template.ts';
import { markdownToRichText, paragraph } from './markdown-to-rich-text.ts';
import {
  firstNumber,
  getLeaves,
  isEmptyParagraph,
  isLeaf,
  type RichTextLeaf,
  richTextNodes,
} from './rich-text-node.ts';

export type RichTextContext = TemplateContext & { flow: Pick<ChatFlow, 'showsLastListElementOnly'> };

/** Whether nodes are block-level (paragraphs, lists) or inline. */
type Position = 'blocks' | 'line';

type Rendering = RichTextContext & { format: TextFormat };

const BLOCK_PARENTS = new Set<unknown>(['ul', 'ol', 'li', 'blockquote']);

/**
 * Fills in the variables and inline code of rich text. Values are parsed as Markdown and inherit the marks of
 * the surrounding text. A paragraph that consists of a single variable is replaced by its value's blocks.
 * Deviation: what a respondent typed is not parsed but shown as typed.
 *
 * @param format what becomes of the nodes. In Markdown, what a respondent typed is escaped
 */
export function renderRichText(
  richText: unknown,
  { variables, sandbox, filling, flow, log }: RichTextContext,
  format: TextFormat = 'richText',
): RichTextNode[] {
  const context = { variables, sandbox, ...(filling && { filling }), ...(log && { log }), flow, format };
  return renderNodes(richTextNodes(richText), 'blocks', context);
}

function renderNodes(nodes: RichTextNode[], position: Position, context: Rendering): RichTextNode[] {
  return nodes.flatMap((node) =>
    isLeaf(node) ? renderLeaf(node, position, context) : renderElement(node, position, context),
  );
}

function renderElement(element: RichTextNode, position: Position, context: Rendering): RichTextNode[] {
  const children = richTextNodes(element.children);
  // Old editors wrapped variables in elements, which should not be rendered.
  if (element.type === 'variable') return renderNodes(children, position, context);
  const [only] = children;
  const part =
    children.length === 1 && only && isLeaf(only) && !hasMarks(only) ? solePart(only.text) : undefined;
  if (part && element.type !== 'a')
    return position === 'blocks' ? getBlocks(part, context) : toLine(part, context);
  return [
    {
      ...element,
      ...(typeof element.url === 'string' && { url: renderTemplate(element.url, context) }),
      children: renderNodes(children, BLOCK_PARENTS.has(element.type) ? 'blocks' : 'line', context),
    },
  ];
}

function renderLeaf(leaf: RichTextLeaf, position: Position, context: Rendering): RichTextNode[] {
  if (!leaf.text.includes('{{')) return [leaf];
  const part = hasMarks(leaf) ? undefined : solePart(leaf.text);
  if (part) return position === 'blocks' ? getBlocks(part, context) : toLine(part, context);
  return templateParts(leaf.text).flatMap((piece): RichTextNode[] => {
    if (piece.kind === 'text') return [{ ...leaf, text: piece.text }];
    const isCode = leaf.code === true;
    const blocks = getBlocks(piece, isCode ? { ...context, format: 'richText' } : context);
    return joinedLeaves(blocks).map((generated) => ({ ...leaf, ...generated }));
  });
}

/** Returns the placeholder if the text consists of a single one. */
function solePart(text: string): TemplatePart | undefined {
  const [part, second] = text.includes('{{') ? templateParts(text) : [];
  return part && !second && part.kind !== 'text' ? part : undefined;
}

function hasMarks({ text, ...marks }: RichTextLeaf): boolean {
  return Object.values(marks).some((mark) => mark === true);
}

function getBlocks(part: TemplatePart, context: Rendering): RichTextNode[] {
  const text = valueText(part, context);
  if (part.kind === 'text' || text.trim() === '') return markdownToRichText(text);
  const typed = getTypedParts(part, text, context);
  if (typed === undefined) return markdownToRichText(text);
  const toShown = (typedText: string) =>
    context.format === 'markdown' ? escapeMarkdown(typedText) : typedText;
  if (typed === true) return [paragraph([{ text: toShown(text) }])];
  const pieces = splitAtParts(text, typed);
  const [only, second] = pieces;
  if (only?.typed !== undefined && !second) return [paragraph([{ text: toShown(only.typed) }])];
  const markdown = pieces
    .map((piece) => (piece.typed === undefined ? piece.text : escapeAllSigns(piece.typed)))
    .join('');
  const typedForms = typed.map(typedForm);
  return mapLeaves(markdownToRichText(markdown), (leaf) => ({
    ...leaf,
    text: leaf.code
      ? leaf.text
      : splitAtParts(leaf.text, typedForms)
          .map((piece) => (piece.typed === undefined ? piece.text : toShown(piece.typed)))
          .join(''),
  }));
}

function mapLeaves(nodes: RichTextNode[], map: (leaf: RichTextLeaf) => RichTextLeaf): RichTextNode[] {
  return nodes.map((node) =>
    isLeaf(node) ? map(node) : { ...node, children: mapLeaves(richTextNodes(node.children), map) },
  );
}

/**
 * Deviation: if the value is a single paragraph, only its content is inserted, because a nested paragraph
 * would break the line.
 */
function toLine(part: TemplatePart, context: Rendering): RichTextNode[] {
  const blocks = getBlocks(part, context);
  const [only] = blocks;
  return blocks.length === 1 && only?.type === 'p' ? richTextNodes(only.children) : blocks;
}

/** Joins the texts of blocks inline. Links are reduced to their text, which existing bots rely on. */
function joinedLeaves(blocks: RichTextNode[]): RichTextLeaf[] {
  return blocks.flatMap((block, index) => {
    if (isEmptyParagraph(block)) return [{ text: '\n\n' }];
    const next = blocks[index + 1];
    const leaves =
      block.type === 'ul' || block.type === 'ol' ? joinedLeaves(numberedItems(block)) : getLeaves([block]);
    return next && !isEmptyParagraph(next) ? [...leaves, { text: '\n' }] : leaves;
  });
}

/** Deviation: items keep their numbers if the first is not 1, because it is rather a date or an address. */
function numberedItems(list: RichTextNode): RichTextNode[] {
  const items = richTextNodes(list.children);
  const start = firstNumber(list);
  if (list.type !== 'ol' || start === 1) return items;
  return items.map((item, index) => ({
    ...item,
    children: [{ text: `${start + index}. ` }, ...richTextNodes(item.children)],
  }));
}

function valueText(part: TemplatePart, context: Rendering): string {
  if (part.kind === 'text') return part.text;
  if (context.filling?.isSpent) return '';
  const value =
    part.kind === 'code'
      ? inlineCodeValue(part.code, context)
      : context.variables.setByName(part.name)?.value;
  const shown = Array.isArray(value) && context.flow.showsLastListElementOnly ? value.at(-1) : value;
  if (shown === undefined || shown === null) return '';
  const text = typeof shown === 'string' ? shown : String(JSON.stringify(shown));
  return context.filling ? context.filling.take(text) : text;
}
