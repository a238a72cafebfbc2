/** Without completions, which `javascript()` would add. */
export { javascriptLanguage } from '@codemirror/lang-javascript';
