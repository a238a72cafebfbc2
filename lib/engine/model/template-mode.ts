/**
 * How values are escaped: `text` inserts them unchanged, `json` escapes them for use inside a JSON string,
 * and `html` escapes `<` and `>`.
 */
export type TemplateMode = 'text' | 'json' | 'html';
