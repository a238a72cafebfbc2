import { isOneValue, type UrlPlace, urlPlaceAfter } from '#lib/bots/values/url-place.ts';
import { getPlaceholderText, type TemplateContext, templateParts } from './template.ts';

/**
 * Fills in the variables and inline code of a URL. Values in its path and its query are encoded. Those that may be a
 * part of the URL's structure stay as they are: scheme, host, whole parameters, and values with `://`.
 */
export function renderUrl(text: string, context: TemplateContext): string {
  return renderPlaced(text, context, 'start');
}

/** Fills in the variables and inline code of an `application/x-www-form-urlencoded` body, and encodes the values. */
export function renderForm(text: string, context: TemplateContext): string {
  return renderPlaced(text, context, 'fieldName');
}

function renderPlaced(text: string, context: TemplateContext, start: UrlPlace): string {
  if (!text.includes('{{')) return text;
  let place = start;
  return templateParts(text)
    .map((part, index, parts) => {
      if (part.kind === 'text') {
        place = urlPlaceAfter(part.text, place);
        return part.text;
      }
      if (context.filling?.isSpent) return '';
      const value = getPlaceholderText(part, context);
      const next = parts[index + 1];
      const rest = next?.kind === 'text' ? next.text : '';
      const isEncoded = isOneValue(place, rest) && !(start === 'start' && value.includes('://'));
      const filled = isEncoded ? encodeValue(value, place) : value;
      if (!isEncoded) place = urlPlaceAfter(value, place);
      return context.filling ? context.filling.take(filled) : filled;
    })
    .join('');
}

function encodeValue(value: string, place: UrlPlace): string {
  // Services return paths with a leading slash. Any other slash belongs to the value of a segment.
  if (place === 'path' && value.startsWith('/')) return value.split('/').map(encodeOnce).join('/');
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
