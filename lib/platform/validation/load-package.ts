import { createRequire } from 'node:module';

/**
 * Loads a package when a turn first needs it, for code that cannot wait for an import. `LAZY_PACKAGES` lists these
 * packages, and each is a file beside the bundle: loading them all took an eighth of the cold start of a chat.
 *
 * @example
 * const { fromMarkdown } = loadPackage('mdast-util-from-markdown') as typeof import('mdast-util-from-markdown');
 */
export const loadPackage: (name: string) => unknown = createRequire(import.meta.filename);
