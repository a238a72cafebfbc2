import { element } from './element.ts';

/** A picture from anywhere, whose site is not told where it is shown. Without a text, one that is gone leaves no trace. */
export function pictureView(src: string, alt: string, className?: string): HTMLImageElement {
  const image = element('img', {
    ...(className && { class: className }),
    attributes: { src, alt, referrerpolicy: 'no-referrer' },
  });
  if (alt === '') image.addEventListener('error', () => image.remove());
  return image;
}
