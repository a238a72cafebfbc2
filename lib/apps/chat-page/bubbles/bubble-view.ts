import { element } from '#lib/apps/chat-page/element.ts';
import type { Message } from '#lib/apps/chat-page/turn.ts';
import { getList, toText } from '#lib/client/loose-fields.ts';
import { audioView, embedView, imageView, videoView } from './media-views.ts';
import { plainTextView } from './plain-text-view.ts';
import { richTextView } from './rich-text-view.ts';

/** The view of a bubble. Undefined if there is nothing to see. */
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
      // The script that comes with the message fills it.
      return element('div', { class: 'custom-embed' });
  }
}

function textView(content: Message['content']): HTMLElement | undefined {
  const nodes = getList(content, 'richText');
  const markdown = toText(content, 'markdown');
  const view = element('div', { class: 'text' }, markdown ? plainTextView(markdown) : richTextView(nodes));
  return view.textContent === '' ? undefined : view;
}
