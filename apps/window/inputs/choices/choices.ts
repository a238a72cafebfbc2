import { type Fields, getText } from '#apps/client/loose-fields.ts';
import type { GivenReply } from '#apps/window/api/chat-types.ts';
import type { InputProps } from '#apps/window/inputs/input-props.ts';
import { mediaUrl } from '#apps/window/safe-url.ts';

/** An option of a choice. */
export type ShownChoice = {
  id: string;
  /** Text to send. */
  text: string;
  /** Text shown in the conversation once the option is chosen. */
  label: string;
  title: string | undefined;
  description: string | undefined;
  pictureUrl: string | undefined;
};

export function getTextChoices({ items = [] }: InputProps['input']): ShownChoice[] {
  return items.flatMap((item) => toTextChoice(item) ?? []);
}

export function getPictureChoices({ items = [] }: InputProps['input']): ShownChoice[] {
  return items.map(toPictureChoice);
}

function toTextChoice(item: Fields): ShownChoice | undefined {
  const content = getText(item, 'content');
  const text = getText(item, 'value') ?? content;
  if (text === undefined) return undefined;
  const label = content ?? text;
  return { id: getId(item), text, label, title: label, description: undefined, pictureUrl: undefined };
}

function toPictureChoice(item: Fields): ShownChoice {
  const title = getText(item, 'title');
  const value = getText(item, 'value');
  return {
    id: getId(item),
    text: value ?? title ?? getText(item, 'pictureSrc') ?? '',
    label: title ?? value ?? '',
    title,
    description: getText(item, 'description'),
    pictureUrl: mediaUrl(getText(item, 'pictureSrc')),
  };
}

function getId(item: Fields): string {
  return getText(item, 'id') ?? '';
}

/** The reply for a single choice. It also has the item's id, because two items can have the same text. */
export function singleReply(choice: ShownChoice): GivenReply {
  const shown = multipleReply([choice]);
  return { ...shown, message: { type: 'text', text: choice.text, metadata: { replyId: choice.id } } };
}

/** The reply for several choices, in the order in which they are displayed and stored. */
export function multipleReply(choices: readonly ShownChoice[]): GivenReply {
  const text = choices.map((choice) => choice.text).join(', ');
  const labels = choices.map(({ label }) => label).filter(Boolean);
  const pictureUrls = choices.flatMap(({ pictureUrl }) => pictureUrl ?? []);
  return { message: { type: 'text', text }, label: labels.join(', '), pictureUrls };
}
