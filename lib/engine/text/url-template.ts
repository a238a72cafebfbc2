import { advanceUrlPosition, isOneValue, type UrlPosition } from '#lib/bots/values/url-position.ts';
import { getPlaceholderText, type TemplateContext, templateParts } from './template.ts';

/**
 * Fills in the variables and inline code of a URL. Values in its path and its query are encoded. Those that may be a
 * part of the URL's structure stay as they are: scheme, host, whole parameters, and values with `://`.
 */
export function renderUrl(text: string, context: TemplateContext): string {
  return renderAtPosition(text, context, 'start');
}

/** Fills in the variables and inline code of an `application/x-www-form-urlencoded` body, and encodes the values. */
export function renderForm(text: string, context: TemplateContext): string {
  return renderAtPosition(text, context, 'fieldName');
}

function renderAtPosition(text: string, context: TemplateContext, start: UrlPosition): string {
  if (!text.includes('{{')) return text;
  let position = start;
  return templateParts(text)
    .map((part, index, parts) => {
      if (part.kind === 'text') {
        position = advanceUrlPosition(part.text, position);
        return part.text;
      }
      if (context.filling?.isSpent) return '';
      const value = getPlaceholderText(part, context);
      const next = parts[index + 1];
      const rest = next?.kind === 'text' ? next.text : '';
      const isEncoded = isOneValue(position, rest) && !(start === 'start' && value.includes('://'));
      const filled = isEncoded ? encodeValue(value, position) : value;
      if (!isEncoded) position = advanceUrlPosition(value, position);
      return context.filling ? context.filling.take(filled) : filled;
    })
    .join('');
}

function encodeValue(value: string, position: UrlPosition): string {
  // Services return paths with a leading slash. Any other slash belongs to the value of a segment.
  if (position === 'path' && value.startsWith('/')) return value.split('/').map(encodeOnce).join('/');
  return encodeOnce(value);
}

/** Leaves a value alone that its author has encoded already. */
function encodeOnce(value: string): string {
  return isPercentEncoded(value) ? value : encodeURIComponent(value.toWellFormed());
}

function isPercentEncoded(value: string): boolean {
  if (!value.includes('%')) return false;
  try {
    const decoded = decodeURIComponent(value);
    // Either case is allowed in the digits of an escape.
    return decoded !== value && encodeURIComponent(decoded).toLowerCase() === value.toLowerCase();
  } catch {
    return false;
  }
}
