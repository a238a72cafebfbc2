import { javascriptLanguage } from '@codemirror/lang-javascript';
import type { Language } from '@codemirror/language';

/** Without completions, which `javascript()` would add. */
export const language: Language = javascriptLanguage;
