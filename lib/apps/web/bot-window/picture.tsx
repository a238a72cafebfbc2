import { useState } from 'preact/hooks';

/**
 * An image from any site, loaded without a referrer. If it fails to load and has no alternative text, it is
 * left out.
 */
export function Picture({ src, alt, class: className }: { src: string; alt: string; class?: string }) {
  const [hasFailed, setFailed] = useState(false);
  if (hasFailed && alt === '') return null;
  return (
    <img
      src={src}
      alt={alt}
      {...(className && { class: className })}
      referrerpolicy="no-referrer"
      onError={() => setFailed(true)}
    />
  );
}
