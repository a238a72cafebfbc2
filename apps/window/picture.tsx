import { useState } from 'preact/hooks';

type PictureProps = { src: string; alt: string; class?: string; attributes?: Record<string, string> };

/**
 * An image from any site, loaded without a referrer. If it fails to load and has no alternative text, it is
 * left out.
 */
export function Picture({ src, alt, class: className, attributes }: PictureProps) {
  const [hasFailed, setFailed] = useState(false);
  if (hasFailed && alt === '') return null;
  return (
    <img
      src={src}
      alt={alt}
      {...(className && { class: className })}
      referrerpolicy="no-referrer"
      onError={() => setFailed(true)}
      {...attributes}
    />
  );
}
