import { jsonLanguage } from '@codemirror/lang-json';
import type { Language } from '@codemirror/language';

export const language: Language = jsonLanguage;
