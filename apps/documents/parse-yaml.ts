import type { ErrorCode } from 'yaml';
import { shortenText } from '#lib/platform/json/shorten-text.ts';
import { createConverter } from './yaml-value.ts';

/*
 * YAML is read as another way to write JSON: one document of the core schema, with text as keys. Content that JSON cannot
 * hold, or that other readers of YAML might take differently, is refused with its line.
 */

const CORE_VERSION = '1.2';

/** The package's messages can quote the text, which has lines of any length. */
const MAX_MESSAGE_CHARS = 200;

/** Messages of our own, where the package's are about its functions. */
const MESSAGES: Partial<Record<ErrorCode, string>> = {
  MULTIPLE_DOCS: 'Expected one document',
  NON_STRING_KEY: 'Expected a text as key',
  RESOURCE_EXHAUSTION: 'Nested too deeply',
};

/** The text is not YAML, or holds something that JSON cannot. The message begins with line and column. */
export class InvalidYamlError extends Error {
  override name = 'InvalidYamlError';
}

/**
 * Parses YAML to the value that JSON.parse returns for the same content.
 *
 * @throws InvalidYamlError
 */
export async function parseYaml(text: string): Promise<unknown> {
  const { LineCounter, parseDocument, ...yaml } = await import('yaml');
  const lineCounter = new LineCounter();
  const fail = (offset: number, message: string): never => {
    const { line, col } = lineCounter.linePos(offset);
    throw new InvalidYamlError(`line ${line}, column ${col}: ${shortenText(message, MAX_MESSAGE_CHARS)}`);
  };
  const document = parseDocument(text, {
    version: CORE_VERSION,
    schema: 'core',
    // Tags of other schemas would become dates, sets and bytes.
    resolveKnownTags: false,
    merge: false,
    stringKeys: true,
    // The package compares each key with all others of its map. The conversion needs one look.
    uniqueKeys: false,
    prettyErrors: false,
    lineCounter,
  });
  // An unknown tag is only a warning to the package.
  const [problem] = [...document.errors, ...document.warnings];
  if (problem) return fail(problem.pos[0], MESSAGES[problem.code] ?? problem.message);
  const { explicit, version } = document.directives.yaml;
  if (explicit && version !== CORE_VERSION) return fail(0, `Expected YAML ${CORE_VERSION}, not ${version}`);
  return createConverter(yaml, fail)(document.contents);
}
