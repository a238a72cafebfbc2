import type { JsonObject } from '#lib/platform/json/json-object.ts';
import { readMarkup } from './pasted-markup.ts';

/** Longest markup that is read, in characters. Longer ones are pasted as plain text. */
const MAX_MARKUP_CHARS = 2_000_000;

/**
 * Reads markup as paragraphs and lists of rich text.
 *
 * @returns undefined for a text that is too long
 */
export function readPastedHtml(html: string): JsonObject[] | undefined {
  if (html.length > MAX_MARKUP_CHARS) return undefined;
  return readMarkup(new DOMParser().parseFromString(hideFromPolicy(html), 'text/html').body);
}

/**
 * Renames what the page's content security policy would report, although a document without a window never applies it. This
 * is not what makes the markup harmless.
 */
function hideFromPolicy(html: string): string {
  return html
    .replace(/<(\/?)style\b/gi, '<$1template')
    .replace(/<[a-z][^<>]*>/gi, (tag) => tag.replace(/\s(style|on[a-z]+)\s*=/gi, ' data-$1='));
}
