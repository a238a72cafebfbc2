import { htmlLanguage } from '@codemirror/lang-html';
import type { Language } from '@codemirror/language';

/** With the scripts and style sheets in it. Without completions, which `html()` would add. */
export const language: Language = htmlLanguage;
