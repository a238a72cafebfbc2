import { parseJson } from '#lib/platform/json/parse-json.ts';
import { formatYaml } from './format-yaml.ts';
import { parseYaml } from './parse-yaml.ts';

export const DOCUMENT_FORMATS = ['json', 'yaml'] as const;

/** Notation of a document in a file. */
export type DocumentFormat = (typeof DOCUMENT_FORMATS)[number];

/** Returns the format that a file's name says: JSON, unless it ends in `.yaml` or `.yml`. */
export function findFormat(file: string): DocumentFormat {
  return /\.ya?ml$/i.test(file) ? 'yaml' : 'json';
}

/** Formats a value as the text of a file. */
export async function formatAs(format: DocumentFormat, value: unknown): Promise<string> {
  return format === 'yaml' ? await formatYaml(value) : `${JSON.stringify(value, null, 2)}\n`;
}

/**
 * Parses the text of a file.
 *
 * @throws SyntaxError for JSON, InvalidYamlError for YAML
 */
export async function parseAs(format: DocumentFormat, text: string): Promise<unknown> {
  // Some editors start files with a byte order mark.
  const content = text.replace(/^\uFEFF/, '');
  return format === 'yaml' ? await parseYaml(content) : parseJson(content);
}
