/**
 * Escaping of values: `text` inserts them unchanged, `json` escapes them for use inside a JSON string,
 * and `html` escapes `<` and `>`. `markdown` escapes what respondents typed.
 */
export type TemplateMode = 'text' | 'json' | 'html' | 'markdown';
