import type { Message, RichTextNode, TextFormat } from '#lib/engine/model/chat-protocol.ts';
import { richTextToMarkdown } from './rich-text-to-markdown.ts';

/** A text bubble, in the format that the client asked for. */
export function textMessage(id: string, richText: RichTextNode[], format: TextFormat): Message {
  return {
    id,
    type: 'text',
    content:
      format === 'markdown'
        ? { type: 'markdown', markdown: richTextToMarkdown(richText) }
        : { type: 'richText', richText },
  };
}

/** Like `textMessage`, for plain text as one paragraph. */
export function plainTextMessage(id: string, text: string, format: TextFormat): Message {
  return textMessage(id, [{ type: 'p', children: [{ text }] }], format);
}
