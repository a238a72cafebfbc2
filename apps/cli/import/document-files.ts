import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { type DocumentFormat, findFormat, parseAs } from '#apps/documents/document-format.ts';
import type { Warning } from '#lib/bots/document/bot-schema.ts';
import { findDocument } from '#lib/bots/document/wrapped-document.ts';
import { unwrapWarnings } from '#lib/bots/incoming/unwrap-warnings.ts';
import type { JsonObject } from '#lib/platform/json/json-object.ts';

/** The service takes bodies of 6 MB. With line breaks and indentation, a file may have more. */
const MAX_FILE_BYTES = 20 * 1_024 ** 2;

/** Names of files in a folder that are documents. */
const DOCUMENT_FILE = /\.(?:json|ya?ml)$/i;

/** The file does not contain a document. The message says why. */
export class NotADocumentError extends Error {
  override name = 'NotADocumentError';
}

/**
 * Expands paths to files. A folder stands for the JSON and YAML files directly inside it.
 *
 * @throws Error if a path does not exist, or a folder contains no such files
 */
export async function findDocumentFiles(paths: string[]): Promise<string[]> {
  const files = await Promise.all(paths.map(findFilesAt));
  return [...new Set(files.flat())];
}

async function findFilesAt(location: string): Promise<string[]> {
  const found = await stat(location).catch(() => undefined);
  if (!found) throw new Error(`There is no file ${location}`);
  if (!found.isDirectory()) return [location];
  const names = (await readdir(location)).filter((name) => DOCUMENT_FILE.test(name)).toSorted();
  if (names.length === 0) throw new Error(`There are no .json or .yaml files in ${location}`);
  return names.map((name) => path.join(location, name));
}

/** A document from a file, with a warning and the keys that lead to it if it was in a wrapper. */
export type FileDocument = { document: JsonObject; warnings: Warning[]; wrappers: string[] };

/**
 * Reads the document in a file. Also accepts a saved response, such as `{"bot": …}`.
 *
 * @throws NotADocumentError
 */
export async function readDocument(file: string): Promise<FileDocument> {
  return await parseDocumentFile(await readDocumentText(file), findFormat(file));
}

/** @throws NotADocumentError if the file is too large */
export async function readDocumentText(file: string): Promise<string> {
  const { size } = await stat(file);
  if (size <= MAX_FILE_BYTES) return await readFile(file, 'utf8');
  throw new NotADocumentError(`The file is too large: at most ${MAX_FILE_BYTES} bytes, this one has ${size}`);
}

/**
 * Reads the document in the text of a file.
 *
 * @throws NotADocumentError
 */
export async function parseDocumentFile(text: string, format: DocumentFormat): Promise<FileDocument> {
  const found = findDocument(await parseFile(text, format));
  if ('refusal' in found) throw new NotADocumentError(found.refusal);
  return { document: found.content, warnings: unwrapWarnings(found.path), wrappers: found.path };
}

async function parseFile(text: string, format: DocumentFormat): Promise<unknown> {
  try {
    return await parseAs(format, text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : error;
    throw new NotADocumentError(
      format === 'yaml' ? `The YAML cannot be read: ${reason}` : `The file is not JSON: ${reason}`,
    );
  }
}
