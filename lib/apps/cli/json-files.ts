import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { isJsonObject, type JsonObject } from '#lib/json/json-object.ts';
import { parseJson } from '#lib/json/parse-json.ts';

/** A file that holds no document. The message says why. */
export class NoDocument extends Error {}

/**
 * The files that the paths name: a folder stands for its own `.json` files, not for those of the folders in it.
 *
 * @throws Error for a path that is not there, or a folder without any
 */
export async function jsonFilesOf(paths: string[]): Promise<string[]> {
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
 * The document in a file. An answer of the API, `{"bot": …}`, will do as well.
 *
 * @throws NoDocument
 */
export async function readDocument(file: string): Promise<JsonObject> {
  const content = parsed(await readFile(file, 'utf8'));
  const isAnswer = isJsonObject(content) && isJsonObject(content.bot) && content.groups === undefined;
  const document = isAnswer ? content.bot : content;
  if (!isJsonObject(document)) throw new NoDocument('The file holds JSON, but not an object');
  return document;
}

function parsed(text: string): unknown {
  try {
    // Editors of some systems begin a file with a byte order mark.
    return parseJson(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new NoDocument(`The file is not JSON: ${error instanceof Error ? error.message : error}`);
  }
}
