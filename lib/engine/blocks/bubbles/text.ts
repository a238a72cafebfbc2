import * as z from 'zod';
import type { BubbleModule } from '#lib/engine/model/block-module.ts';
import { readOptions } from '#lib/engine/model/block-options.ts';
import type { ChatLog } from '#lib/engine/model/chat-protocol.ts';
import { renderRichText } from '#lib/engine/rich-text/render-rich-text.ts';
import { textMessage } from '#lib/engine/rich-text/text-message.ts';
import { isJsonObject } from '#lib/platform/json/json-object.ts';
import { once } from '#lib/platform/validation/once.ts';

export const textOptions = once(() => z.object({ richText: z.unknown().optional() }));

const NOT_RICH_TEXT: ChatLog = { status: 'error', description: 'A text was not shown: it is not rich text' };

/** Fields of old and foreign documents that hold a text. */
const UNREAD_FORMS = ['html', 'plainText', 'text', 'markdown'];

/** Only `richText` is used. Documents may also hold the same text as HTML and plain text. */
export const textBlock: BubbleModule = {
  kind: 'bubble',
  type: 'text',
  show(block, context) {
    const { content } = block;
    if (!isJsonObject(content)) {
      if (typeof content === 'string') context.log(NOT_RICH_TEXT);
      return undefined;
    }
    // Deviation: without rich text, the message is empty in Markdown as well as in rich text.
    const { richText } = readOptions(textOptions(), content);
    if (!Array.isArray(richText) && UNREAD_FORMS.some((form) => content[form])) context.log(NOT_RICH_TEXT);
    const { textFormat } = context.chat;
    return textMessage(block.id, renderRichText(richText, context, textFormat), textFormat);
  },
};
