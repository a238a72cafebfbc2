import type { JsonObject } from '#lib/platform/json/json-object.ts';

/** Characters that nobody sees, which copied texts have at line breaks and as marks of programs. Joiners stay: emoji need them. */
const JUNK = /(?![\t\n\r])\p{Cc}|[\u00AD\u180E\u200B\u2060\uFEFF\uFFFC]/gu;

/** Removes characters that nobody sees from a text that comes from elsewhere. */
export function cleanText(text: string): string {
  return text.replace(JUNK, '').replaceAll('\u00A0', ' ');
}

/** Reads a plain text: each line becomes a paragraph, except empty ones at the beginning and the end. */
export function readPastedText(text: string): JsonObject[] {
  const lines = cleanText(text).split(/\r\n|\r|\n/);
  const first = lines.findIndex((line) => line !== '');
  const last = lines.findLastIndex((line) => line !== '');
  return first < 0
    ? []
    : lines.slice(first, last + 1).map((line) => ({ type: 'p', children: [{ text: line }] }));
}
