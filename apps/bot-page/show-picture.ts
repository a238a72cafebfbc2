import { mediaUrl } from '#apps/window/safe-url.ts';
import { element } from './element.ts';
import { showPageMessage } from './page-message.ts';

/** Asks the preview's frame to show a picture that an author has chosen. */
export type ShowPicture = { type: 'picture'; url: string };

/** Fills the frame with a picture. Its host learns nothing about the page around the frame. */
export function showPicture(root: HTMLElement, { url }: ShowPicture): void {
  const src = mediaUrl(url);
  const showFailure = () => showPageMessage(root, 'There is no picture at this address.');
  if (src === undefined) {
    showFailure();
    return;
  }
  const picture = element('img', {
    class: 'shown-picture',
    attributes: { alt: '', referrerpolicy: 'no-referrer' },
  });
  picture.addEventListener('error', showFailure);
  picture.src = src;
  root.replaceChildren(picture);
}
