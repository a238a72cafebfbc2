import { getList, getText } from '#apps/client/loose-fields.ts';
import type { Message } from '#apps/window/api/chat-types.ts';
import { richTextToString } from './rich-text.tsx';

/** Text of a bubble, without marks. Empty for bubbles without text. */
export function getMessageText({ type, content }: Message): string {
  if (type !== 'text') return '';
  return (
    getText(content, 'markdown') ??
    // Words of two paragraphs must not run together.
    getList(content, 'richText')
      .map((node) => richTextToString([node]))
      .join(' ')
  ).trim();
}
