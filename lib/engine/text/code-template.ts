import { CodeScanner, quoteValue } from './code-scanner.ts';
import {
  getPlaceholderText,
  inlineCodeText,
  type Placeholder,
  type TemplateContext,
  templateParts,
} from './template.ts';

/**
 * Fills in the variables and inline code of an expression. In quotes, values are escaped, so that they cannot end
 * them. Elsewhere they are code: `data[{{Index}}]`.
 */
export function renderCode(text: string, context: TemplateContext): string {
  return fillCode(text, (part) => {
    if (context.filling?.isSpent) return '';
    const value = getPlaceholderText(part, context);
    return context.filling ? context.filling.take(value) : value;
  });
}

/** Fills in the results of inline code like `renderCode`, and leaves variables in place. */
export function renderInlineCode(text: string, context: TemplateContext): string {
  if (!text.includes('{{=')) return text;
  return fillCode(text, (part) => (part.kind === 'code' ? inlineCodeText(part.code, context) : undefined));
}

/** @param getValue returns undefined to keep the placeholder */
function fillCode(text: string, getValue: (part: Placeholder) => string | undefined): string {
  if (!text.includes('{{')) return text;
  const scanner = new CodeScanner();
  return templateParts(text)
    .map((part) => {
      const value = part.kind === 'text' ? part.text : getValue(part);
      if (part.kind === 'variable' && value === undefined) {
        scanner.skipValue();
        return `{{${part.name}}}`;
      }
      if (part.kind === 'text' || !scanner.isInQuotes) {
        scanner.read(value ?? '');
        return value ?? '';
      }
      const quoted = quoteValue(value ?? '', scanner);
      scanner.skipValue();
      return quoted;
    })
    .join('');
}
