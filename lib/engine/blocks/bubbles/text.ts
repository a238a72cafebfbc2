import * as z from 'zod';
import type { BubbleModule } from '#lib/engine/model/block-module.ts';
import { readOptions } from '#lib/engine/model/block-options.ts';
import { renderRichText } from '#lib/engine/rich-text/render-rich-text.ts';
import { textMessage } from '#lib/engine/rich-text/text-message.ts';
import { isJsonObject } from '#lib/json/json-object.ts';
import { once } from '#lib/validation/once.ts';

export const textOptions = once(() => z.object({ richText: z.unknown().optional() }));

/** Only `richText` is used. Documents may also hold the same text as HTML and plain text. */
export const textBlock: BubbleModule = {
  kind: 'bubble',
  type: 'text',
  show(block, context) {
    if (!isJsonObject(block.content)) return undefined;
    // Deviation: without rich text, the message is empty in Markdown as well as in rich text.
    const { richText } = readOptions(textOptions(), block.content);
    const { textFormat } = context.chat;
    return textMessage(block.id, renderRichText(richText, context, textFormat), textFormat);
  },
};
