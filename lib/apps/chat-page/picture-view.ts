import { element } from './element.ts';

/**
 * A picture from any site, which is not told where the picture is shown. A picture without alternative text
 * is removed if it cannot be loaded.
 */
export function pictureView(src: string, alt: string, className?: string): HTMLImageElement {
  const image = element('img', {
    ...(className && { class: className }),
    attributes: { src, alt, referrerpolicy: 'no-referrer' },
  });
  if (alt === '') image.addEventListener('error', () => image.remove());
  return image;
}
