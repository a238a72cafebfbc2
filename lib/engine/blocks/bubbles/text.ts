import * as z from 'zod';
import type { BubbleModule } from '#lib/engine/model/block-module.ts';
import { readOptions } from '#lib/engine/model/block-options.ts';
import { renderRichText } from '#lib/engine/rich-text/render-rich-text.ts';
import { textMessage } from '#lib/engine/rich-text/text-message.ts';
import { isJsonObject } from '#lib/json/json-object.ts';

export const textOptions = z.object({ richText: z.unknown().optional() });

/** Only `richText` counts. Documents of all versions hold the same text as HTML and plain text beside it. */
export const textBlock: BubbleModule = {
  kind: 'bubble',
  type: 'text',
  show(block, context) {
    if (!isJsonObject(block.content)) return undefined;
    // Deviation: without rich text, the message is empty in the format that the client asked for, Markdown
    // too.
    const { richText } = readOptions(textOptions, block.content);
    return textMessage(block.id, renderRichText(richText, context), context.chat.textFormat);
  },
};
