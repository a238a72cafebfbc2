import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { isJsonObject, type JsonObject } from '#lib/json/json-object.ts';
import { parseJson } from '#lib/json/parse-json.ts';

/** The file does not contain a document. The message says why. */
export class NoDocument extends Error {}

/**
 * Expands paths to files. A folder stands for the `.json` files directly inside it.
 *
 * @throws Error if a path does not exist, or a folder contains no such files
 */
export async function findJsonFiles(paths: string[]): Promise<string[]> {
  const files = await Promise.all(paths.map(filesAt));
  return [...new Set(files.flat())];
}

async function filesAt(place: string): Promise<string[]> {
  const found = await stat(place).catch(() => undefined);
  if (!found) throw new Error(`There is no file ${place}`);
  if (!found.isDirectory()) return [place];
  const names = (await readdir(place)).filter((name) => name.toLowerCase().endsWith('.json')).toSorted();
  if (names.length === 0) throw new Error(`There are no .json files in ${place}`);
  return names.map((name) => path.join(place, name));
}

/**
 * Reads the document in a file. Also accepts an API response, `{"bot": …}`.
 *
 * @throws NoDocument
 */
export async function readDocument(file: string): Promise<JsonObject> {
  const content = parsed(await readFile(file, 'utf8'));
  const isResponse = isJsonObject(content) && isJsonObject(content.bot) && content.groups === undefined;
  const document = isResponse ? content.bot : content;
  if (!isJsonObject(document)) throw new NoDocument('The file contains JSON, but not an object');
  return document;
}

function parsed(text: string): unknown {
  try {
    // Some editors start files with a byte order mark.
    return parseJson(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new NoDocument(`The file is not JSON: ${error instanceof Error ? error.message : error}`);
  }
}
