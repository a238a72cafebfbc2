import { isJsonObject, type JsonObject } from '#lib/platform/json/json-object.ts';

/** Inline element types. All other elements are lines or contain lines. */
const INLINE_TYPES = new Set<unknown>(['a', 'inline-variable', 'variable']);

/**
 * Converts a text bubble's `content` to plain text. It is rich text or, in old documents, plain text or HTML.
 */
export function toPlainText(content: unknown): string {
  if (!isJsonObject(content)) return '';
  if (Array.isArray(content.richText)) return textOfNodes(content.richText).trim();
  if (typeof content.plainText === 'string') return content.plainText.trim();
  return typeof content.html === 'string' ? textOfHtml(content.html) : '';
}

function textOfNodes(nodes: unknown[]): string {
  let text = '';
  let isAfterLine = false;
  for (const node of nodes.filter(isJsonObject)) {
    const isLine = isLineNode(node);
    if (text !== '' && (isLine || isAfterLine)) text += '\n';
    text += typeof node.text === 'string' ? node.text : '';
    if (Array.isArray(node.children)) text += textOfNodes(node.children);
    isAfterLine = isLine;
  }
  return text;
}

function isLineNode(node: JsonObject): boolean {
  return Array.isArray(node.children) && !INLINE_TYPES.has(node.type);
}

const ENTITIES: Record<string, string> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&nbsp;': ' ',
  '&amp;': '&',
};

function textOfHtml(html: string): string {
  return (
    html
      .replace(/<br\s*\/?>|<\/(p|div|li)>/gi, '\n')
      // Excludes `<` inside tags, or a text of only `<` would take quadratic time.
      .replace(/<[^<>]*>/g, '')
      .replace(/&(lt|gt|quot|#39|nbsp|amp);/g, (entity) => ENTITIES[entity] ?? entity)
      .trim()
  );
}
