import type { MarkupNode } from '#apps/console/bot/rich-text/pasted-markup.ts';

/** A text or an element as a browser parses it. Browsers write the names of HTML's elements in capitals. */
export function makeElement(
  name: string,
  attributes: Readonly<Record<string, string>>,
  ...children: readonly (MarkupNode | string)[]
): MarkupNode {
  return {
    nodeType: 1,
    nodeName: name.toUpperCase(),
    nodeValue: null,
    childNodes: children.map((child) => (typeof child === 'string' ? textNode(child) : child)),
    getAttribute: (attribute) => attributes[attribute] ?? null,
  };
}

export function makeComment(text: string): MarkupNode {
  return { nodeType: 8, nodeName: '#comment', nodeValue: text, childNodes: [] };
}

function textNode(text: string): MarkupNode {
  return { nodeType: 3, nodeName: '#text', nodeValue: text, childNodes: [] };
}
