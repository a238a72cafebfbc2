import { cssLanguage } from '@codemirror/lang-css';
import type { Language } from '@codemirror/language';

/** Without completions, which `css()` would add. */
export const language: Language = cssLanguage;
