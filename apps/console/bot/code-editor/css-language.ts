/** Without completions, which `css()` would add. */
export { cssLanguage } from '@codemirror/lang-css';
