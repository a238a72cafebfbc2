import type { ComponentChild } from 'preact';
import { getList, getText } from '#apps/client/loose-fields.ts';
import type { Message } from '#apps/window/api/chat-types.ts';
import { AUTHOR_CLASS } from '#apps/window/theme/author-class-names.ts';
import { audio, embed, image, video } from './media.tsx';
import { getMessageText } from './message-text.ts';
import { PlainText } from './plain-text.tsx';
import { RichText } from './rich-text.tsx';

type View = (message: Message) => ComponentChild;

const VIEWS: Readonly<Record<Message['type'], View>> = {
  text: showText,
  image: ({ content }) => image(content),
  video: ({ content }) => video(content),
  audio: ({ content }) => audio(content),
  embed: ({ content }) => embed(content),
  // Filled by the script that comes with the message.
  'custom-embed': () => <div class="custom-embed" />,
};

/** Returns the content of a bubble. Undefined if there is nothing to show, or if its type is newer than this page. */
export function bubbleContent(message: Message): ComponentChild {
  return Object.hasOwn(VIEWS, message.type) ? VIEWS[message.type](message) : undefined;
}

function showText(message: Message): ComponentChild {
  if (getMessageText(message) === '') return undefined;
  const { content } = message;
  const markdown = getText(content, 'markdown');
  return (
    <div class={`text ${AUTHOR_CLASS.bubbleText}`} dir="auto">
      {markdown ? <PlainText text={markdown} /> : <RichText nodes={getList(content, 'richText')} />}
    </div>
  );
}
