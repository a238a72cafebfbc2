import { element } from './element.ts';

/**
 * An image from any site, loaded without a referrer. If it fails to load and has no alternative text, it is
 * removed.
 */
export function pictureView(src: string, alt: string, className?: string): HTMLImageElement {
  const image = element('img', {
    ...(className && { class: className }),
    attributes: { src, alt, referrerpolicy: 'no-referrer' },
  });
  if (alt === '') image.addEventListener('error', () => image.remove());
  return image;
}
