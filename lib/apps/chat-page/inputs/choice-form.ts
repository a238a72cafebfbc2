import { AUTHOR_CLASS } from '#lib/apps/chat-page/author-class-names.ts';
import type { GivenReply } from '#lib/apps/chat-page/chat-types.ts';
import { button, element } from '#lib/apps/chat-page/element.ts';
import { SEND } from '#lib/apps/chat-page/labels.ts';
import { pictureView } from '#lib/apps/chat-page/picture-view.ts';
import { mediaUrl } from '#lib/apps/chat-page/safe-url.ts';
import { type Fields, getFlag, toText } from '#lib/client/loose-fields.ts';
import { getForm, type InputBuilder, type InputContext } from './input-context.ts';

/** An option of the form. */
type Choice = {
  id: string;
  /** Text to send. */
  text: string;
  /** Text shown in the conversation once the option is chosen. */
  label: string;
  pictureUrl?: string | undefined;
  /** Text that the search field matches. */
  searched: string;
  content: Node[];
};

/** Text buttons with single or multiple choice. */
export const choiceForm: InputBuilder = (context) => {
  const choices = (context.input.items ?? []).flatMap((item): Choice[] => {
    const content = toText(item, 'content');
    const text = toText(item, 'value') ?? content;
    if (text === undefined) return [];
    const label = content ?? text;
    return [{ id: getId(item), text, label, searched: label, content: [document.createTextNode(label)] }];
  });
  return choicesForm(
    context,
    choices,
    'choices',
    getFlag(context.options, 'areInitialSearchButtonsVisible') ?? true,
  );
};

/** Like `choiceForm`, with images. */
export const pictureChoiceForm: InputBuilder = (context) => {
  const choices = (context.input.items ?? []).map((item): Choice => {
    const [title, description] = [toText(item, 'title'), toText(item, 'description')];
    const pictureUrl = mediaUrl(toText(item, 'pictureSrc'));
    const text = toText(item, 'value') ?? title ?? toText(item, 'pictureSrc') ?? '';
    return {
      id: getId(item),
      text,
      label: title ?? toText(item, 'value') ?? '',
      pictureUrl,
      searched: `${title ?? ''} ${description ?? ''}`,
      content: [
        ...(pictureUrl ? [pictureView(pictureUrl, title ? '' : 'Picture')] : []),
        ...(title ? [element('strong', {}, title)] : []),
        ...(description ? [element('span', { class: 'description' }, description)] : []),
      ],
    };
  });
  return choicesForm(context, choices, 'pictures', true);
};

function choicesForm(
  context: InputContext,
  choices: Choice[],
  className: string,
  areVisibleUnsearched: boolean,
) {
  const { options, question } = context;
  const isMultiple = getFlag(options, 'isMultipleChoice') ?? false;
  const chosen = new Set<Choice>();
  const authorClass =
    className === 'pictures'
      ? AUTHOR_CLASS.pictureButton
      : isMultiple
        ? AUTHOR_CLASS.selectable
        : AUTHOR_CLASS.button;
  const send = button(toText(options, 'buttonLabel') ?? SEND, `button ${AUTHOR_CLASS.button}`);
  send.hidden = true;

  const buttons = choices.map((choice) => {
    const look =
      isMultiple || className === 'pictures'
        ? `choice selectable ${authorClass}`
        : `choice button ${authorClass}`;
    const node = button('', look, () => {
      if (!isMultiple) return context.answer(toReply([choice], true));
      const isChosen = !chosen.delete(choice);
      if (isChosen) chosen.add(choice);
      node.setAttribute('aria-checked', String(isChosen));
      send.hidden = chosen.size === 0;
    });
    if (isMultiple) {
      node.setAttribute('role', 'checkbox');
      node.setAttribute('aria-checked', 'false');
      node.append(element('span', { class: 'tick', attributes: { 'aria-hidden': 'true' } }));
    }
    node.append(...choice.content);
    return node;
  });
  const list = element('div', { class: className }, ...buttons);
  const search = getFlag(options, 'isSearchable')
    ? searchField(context, (needle) => {
        buttons.forEach((node, index) => {
          const choice = choices[index];
          if (!choice) return;
          const isFound = choice.searched.toLowerCase().includes(needle);
          node.hidden = !chosen.has(choice) && (needle === '' ? !areVisibleUnsearched : !isFound);
        });
      })
    : undefined;
  // In display order, which is also the order in which answers are stored.
  const submit = () => {
    const inOrder = choices.filter((choice) => chosen.has(choice));
    if (inOrder.length > 0) context.answer(toReply(inOrder, false));
  };
  const form = getForm('form choice-form', submit, search, list, send);
  form.setAttribute('role', 'group');
  form.setAttribute('aria-label', question || 'Choose');
  return { node: form, focus: () => (search ?? buttons[0])?.focus() };
}

/** A single choice also sends the item's id, because two items can have the same text. */
function toReply(choices: Choice[], isSingle: boolean): GivenReply {
  const text = choices.map((choice) => choice.text).join(', ');
  const [first] = choices;
  return {
    message: { type: 'text', text, ...(isSingle && first && { metadata: { replyId: first.id } }) },
    label: choices
      .map(({ label }) => label)
      .filter(Boolean)
      .join(', '),
    pictureUrls: choices.flatMap(({ pictureUrl }) => pictureUrl ?? []),
  };
}

function searchField({ options }: InputContext, onSearch: (needle: string) => void): HTMLInputElement {
  const placeholder = toText(options, 'searchInputPlaceholder') ?? 'Filter the options...';
  const field = element('input', {
    class: `field search ${AUTHOR_CLASS.input}`,
    attributes: { type: 'search', placeholder, 'aria-label': placeholder, autocomplete: 'off' },
  });
  const apply = () => onSearch(field.value.trim().toLowerCase());
  field.addEventListener('input', apply);
  // Keeps Enter from submitting the form.
  field.addEventListener('keydown', (event) => {
    if (event.key === 'Enter') event.preventDefault();
  });
  queueMicrotask(apply);
  return field;
}

function getId(item: Fields): string {
  return toText(item, 'id') ?? '';
}
