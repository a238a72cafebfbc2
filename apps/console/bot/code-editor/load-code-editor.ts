import type { Language } from '@codemirror/language';
import type { FieldHint } from '#lib/blocks/field-schema.ts';
import type { CodeEditor, CodeEditorOptions } from './code-editor.ts';

export type CodeLanguage = NonNullable<FieldHint['language']>;

/** Creates an editor for one language. */
export type CreateCodeEditor = (options: Omit<CodeEditorOptions, 'language'>) => CodeEditor;

/** Few bots have code, and few forms more than one language: each is a chunk of its own. */
const LANGUAGES: Readonly<Record<CodeLanguage, () => Promise<Language>>> = {
  css: () => import('./css-language.ts').then(({ cssLanguage }) => cssLanguage),
  html: () => import('./html-language.ts').then(({ htmlLanguage }) => htmlLanguage),
  javascript: () => import('./javascript-language.ts').then(({ javascriptLanguage }) => javascriptLanguage),
  json: () => import('./json-language.ts').then(({ jsonLanguage }) => jsonLanguage),
};

const loaded = new Map<CodeLanguage, CreateCodeEditor>();

/** Returns the editor if it has been loaded already. */
export function getCodeEditor(language: CodeLanguage): CreateCodeEditor | undefined {
  return loaded.get(language);
}

/** @throws Error if there is no connection, or a deployment has replaced the chunks */
export async function loadCodeEditor(name: CodeLanguage): Promise<CreateCodeEditor> {
  const [{ createCodeEditor }, language] = await Promise.all([import('./code-editor.ts'), LANGUAGES[name]()]);
  const create: CreateCodeEditor = (options) => createCodeEditor({ ...options, language });
  loaded.set(name, create);
  return create;
}
