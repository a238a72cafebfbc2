import type { ComponentChild } from 'preact';
import { getList, toText } from '#apps/client/loose-fields.ts';
import type { Message } from '#apps/window/api/chat-types.ts';
import { AUTHOR_CLASS } from '#apps/window/theme/author-class-names.ts';
import { audio, embed, image, video } from './media.tsx';
import { messageText } from './message-text.ts';
import { PlainText } from './plain-text.tsx';
import { RichText } from './rich-text.tsx';

/** Returns the content of a bubble. Undefined if there is nothing to show. */
export function bubbleContent(message: Message): ComponentChild {
  const { type, content } = message;
  switch (type) {
    case 'text': {
      if (messageText(message) === '') return undefined;
      const markdown = toText(content, 'markdown');
      return (
        <div class={`text ${AUTHOR_CLASS.bubbleText}`} dir="auto">
          {markdown ? <PlainText text={markdown} /> : <RichText nodes={getList(content, 'richText')} />}
        </div>
      );
    }
    case 'image':
      return image(content);
    case 'video':
      return video(content);
    case 'audio':
      return audio(content);
    case 'embed':
      return embed(content);
    case 'custom-embed':
      // Filled by the script that comes with the message.
      return <div class="custom-embed" />;
  }
}
