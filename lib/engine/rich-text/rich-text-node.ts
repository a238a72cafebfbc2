import type { RichTextNode } from '#lib/engine/model/chat-protocol.ts';
import { isJsonObject } from '#lib/platform/json/json-object.ts';

/** Returns the rich text nodes of an unvalidated value. Anything else is dropped. */
export function richTextNodes(value: unknown): RichTextNode[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

export type RichTextLeaf = RichTextNode & { text: string };

export function isLeaf(node: RichTextNode): node is RichTextLeaf {
  return typeof node.text === 'string';
}

export function getLeaves(nodes: readonly RichTextNode[]): RichTextLeaf[] {
  return nodes.flatMap((node) => (isLeaf(node) ? [node] : getLeaves(richTextNodes(node.children))));
}

export function emptyParagraph(): RichTextNode {
  return { type: 'p', children: [{ text: '' }] };
}

export function isEmptyParagraph(node: RichTextNode): boolean {
  return node.type === 'p' && getLeaves([node]).every(({ text }) => text === '');
}

/** The number of an ordered list's first item. */
export function firstNumber({ start }: RichTextNode): number {
  return typeof start === 'number' && Number.isSafeInteger(start) ? start : 1;
}
