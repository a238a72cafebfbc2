export { jsonLanguage } from '@codemirror/lang-json';
