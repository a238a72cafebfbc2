import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Warning } from '#lib/bots/document/bot-schema.ts';
import { findDocument } from '#lib/bots/document/wrapped-document.ts';
import { unwrapWarnings } from '#lib/bots/incoming/unwrap-warnings.ts';
import type { JsonObject } from '#lib/platform/json/json-object.ts';
import { parseJson } from '#lib/platform/json/parse-json.ts';

/** The file does not contain a document. The message says why. */
export class NotADocumentError extends Error {
  override name = 'NotADocumentError';
}

/**
 * Expands paths to files. A folder stands for the `.json` files directly inside it.
 *
 * @throws Error if a path does not exist, or a folder contains no such files
 */
export async function findJsonFiles(paths: string[]): Promise<string[]> {
  const files = await Promise.all(paths.map(findFilesAt));
  return [...new Set(files.flat())];
}

async function findFilesAt(location: string): Promise<string[]> {
  const found = await stat(location).catch(() => undefined);
  if (!found) throw new Error(`There is no file ${location}`);
  if (!found.isDirectory()) return [location];
  const names = (await readdir(location)).filter((name) => name.toLowerCase().endsWith('.json')).toSorted();
  if (names.length === 0) throw new Error(`There are no .json files in ${location}`);
  return names.map((name) => path.join(location, name));
}

/** A document from a file, with a warning if it was in a wrapper. */
export type FileDocument = { document: JsonObject; warnings: Warning[] };

/**
 * Reads the document in a file. Also accepts a saved response, such as `{"bot": …}`.
 *
 * @throws NotADocumentError
 */
export async function readDocument(file: string): Promise<FileDocument> {
  const found = findDocument(parseFile(await readFile(file, 'utf8')));
  if ('refusal' in found) throw new NotADocumentError(found.refusal);
  return { document: found.content, warnings: unwrapWarnings(found.path) };
}

function parseFile(text: string): unknown {
  try {
    // Some editors start files with a byte order mark.
    return parseJson(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new NotADocumentError(`The file is not JSON: ${error instanceof Error ? error.message : error}`);
  }
}
