import { type Fields, toText } from '#apps/client/loose-fields.ts';
import type { GivenReply } from '#apps/window/api/chat-types.ts';
import type { InputProps } from '#apps/window/inputs/input-props.ts';
import { mediaUrl } from '#apps/window/safe-url.ts';

/** An option of a choice. */
export type Choice = {
  id: string;
  /** Text to send. */
  text: string;
  /** Text shown in the conversation once the option is chosen. */
  label: string;
  title: string | undefined;
  description: string | undefined;
  pictureUrl: string | undefined;
};

export function getTextChoices({ items = [] }: InputProps['input']): Choice[] {
  return items.flatMap((item) => toTextChoice(item) ?? []);
}

export function getPictureChoices({ items = [] }: InputProps['input']): Choice[] {
  return items.map(toPictureChoice);
}

function toTextChoice(item: Fields): Choice | undefined {
  const content = toText(item, 'content');
  const text = toText(item, 'value') ?? content;
  if (text === undefined) return undefined;
  const label = content ?? text;
  return { id: getId(item), text, label, title: label, description: undefined, pictureUrl: undefined };
}

function toPictureChoice(item: Fields): Choice {
  const title = toText(item, 'title');
  const value = toText(item, 'value');
  return {
    id: getId(item),
    text: value ?? title ?? toText(item, 'pictureSrc') ?? '',
    label: title ?? value ?? '',
    title,
    description: toText(item, 'description'),
    pictureUrl: mediaUrl(toText(item, 'pictureSrc')),
  };
}

function getId(item: Fields): string {
  return toText(item, 'id') ?? '';
}

/** The reply for a single choice. It also has the item's id, because two items can have the same text. */
export function singleReply(choice: Choice): GivenReply {
  const shown = multipleReply([choice]);
  return { ...shown, message: { type: 'text', text: choice.text, metadata: { replyId: choice.id } } };
}

/** The reply for several choices, in the order in which they are displayed and stored. */
export function multipleReply(choices: readonly Choice[]): GivenReply {
  const text = choices.map((choice) => choice.text).join(', ');
  const labels = choices.map(({ label }) => label).filter(Boolean);
  const pictureUrls = choices.flatMap(({ pictureUrl }) => pictureUrl ?? []);
  return { message: { type: 'text', text }, label: labels.join(', '), pictureUrls };
}
