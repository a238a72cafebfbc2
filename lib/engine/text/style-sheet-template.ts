import { CSS_START, cssPlaceAfter, cssValue } from './css-value.ts';
import { getPlaceholderText, type TemplateContext, templateParts } from './template.ts';

/**
 * Fills in the variables and inline code of an author's style sheet. Each value stays where the author placed it.
 * Returns the template unchanged if the budget runs out.
 */
export function renderStyleSheet(text: string, context: TemplateContext): string {
  if (!text.includes('{{')) return text;
  let place = CSS_START;
  const parts = templateParts(text).map((part) => {
    if (part.kind === 'text') {
      place = cssPlaceAfter(part.text, place);
      return part.text;
    }
    if (context.filling?.isSpent) return '';
    const value = getPlaceholderText(part, context);
    const filled = cssValue(value, place);
    return context.filling ? context.filling.take(filled) : filled;
  });
  return context.filling?.isSpent ? text : parts.join('');
}
