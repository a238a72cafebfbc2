import { AUTHOR_CLASS } from '#lib/apps/chat-page/author-class-names.ts';
import { button, element } from '#lib/apps/chat-page/element.ts';
import { pictureView } from '#lib/apps/chat-page/picture-view.ts';
import { mediaUrl } from '#lib/apps/chat-page/safe-url.ts';
import { getList, toText } from '#lib/client/loose-fields.ts';
import { getForm, type InputBuilder } from './input-context.ts';

/** Cards, each with an image and its own buttons. */
export const cardsForm: InputBuilder = (context) => {
  const cards = (context.input.items ?? []).map((item) => {
    const src = mediaUrl(toText(item, 'imageUrl'));
    const [title, description] = [toText(item, 'title'), toText(item, 'description')];
    const paths = getList(item, 'paths').flatMap((path) => {
      const id = toText(path, 'id');
      if (!id) return [];
      const label = toText(path, 'text') ?? 'Select';
      const node = button(label, `button ${AUTHOR_CLASS.button}`, () => {
        const message = { type: 'text' as const, text: id, metadata: { replyId: id } };
        context.answer({ message, label: title ? `${title}: ${label}` : label });
      });
      return [node];
    });
    return element(
      'article',
      { class: 'card' },
      src ? pictureView(src, title ? '' : 'Picture', 'card-picture') : undefined,
      title ? element('strong', {}, title) : undefined,
      description ? element('p', { class: 'card-text' }, description) : undefined,
      element('div', { class: 'card-paths' }, ...paths),
    );
  });
  const form = getForm('form cards', () => {}, ...cards);
  form.setAttribute('role', 'group');
  form.setAttribute('aria-label', context.question || 'Choose');
  return { node: form, focus: () => form.querySelector('button')?.focus() };
};
