/** With the scripts and style sheets in it. Without completions, which `html()` would add. */
export { htmlLanguage } from '@codemirror/lang-html';
