import type { ComponentChildren } from 'preact';
import { SafeLink } from './safe-link.tsx';

const ADDRESS = /\bhttps?:\/\/[^\s<>"']+[^\s<>"'.,;:!?)\]]/g;

/** Plain text in which web addresses are links. */
export function PlainText({ text }: { text: string }) {
  const parts: ComponentChildren[] = [];
  let end = 0;
  for (const match of text.matchAll(ADDRESS)) {
    const [href] = match;
    parts.push(text.slice(end, match.index), <SafeLink href={href}>{href}</SafeLink>);
    end = match.index + href.length;
  }
  parts.push(text.slice(end));
  return <>{parts}</>;
}
