import type { Message } from '#lib/apps/chat-page/chat-types.ts';
import { element } from '#lib/apps/chat-page/element.ts';
import { getList, toText } from '#lib/client/loose-fields.ts';
import { audioView, embedView, imageView, videoView } from './media-views.ts';
import { plainTextView } from './plain-text-view.ts';
import { richTextView } from './rich-text-view.ts';

/** Renders a bubble. Undefined if it has nothing to show. */
export function bubbleView({ type, content }: Message): HTMLElement | undefined {
  switch (type) {
    case 'text':
      return textView(content);
    case 'image':
      return imageView(content);
    case 'video':
      return videoView(content);
    case 'audio':
      return audioView(content);
    case 'embed':
      return embedView(content);
    case 'custom-embed':
      // Filled by the script that comes with the message.
      return element('div', { class: 'custom-embed' });
  }
}

function textView(content: Message['content']): HTMLElement | undefined {
  const nodes = getList(content, 'richText');
  const markdown = toText(content, 'markdown');
  const view = element('div', { class: 'text' }, markdown ? plainTextView(markdown) : richTextView(nodes));
  return view.textContent === '' ? undefined : view;
}
