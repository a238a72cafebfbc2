import type { ComponentChildren } from 'preact';

/** A link to another site, opened in a new tab. `href` has been through `linkUrl`. */
export function SafeLink({ href, children }: { href: string; children?: ComponentChildren }) {
  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  );
}
