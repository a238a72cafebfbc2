/**
 * How values are put into a text: `text` as they are, `json` as the inside of a JSON string, `html` with `<`
 * and `>` escaped.
 */
export type TemplateMode = 'text' | 'json' | 'html';
