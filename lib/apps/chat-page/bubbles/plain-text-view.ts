import { element } from '#lib/apps/chat-page/element.ts';

const ADDRESS = /\bhttps?:\/\/[^\s<>"']+[^\s<>"'.,;:!?)\]]/g;

/** Renders plain text, turning web addresses into links. */
export function plainTextView(text: string): DocumentFragment {
  const view = document.createDocumentFragment();
  let end = 0;
  for (const match of text.matchAll(ADDRESS)) {
    const [href] = match;
    view.append(text.slice(end, match.index));
    view.append(element('a', { attributes: { href, target: '_blank', rel: 'noopener noreferrer' } }, href));
    end = match.index + href.length;
  }
  view.append(text.slice(end));
  return view;
}
