import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { tryParseJson } from '#apps/cli/try-parse-json.ts';
import { isJsonObject, type JsonObject } from '#lib/platform/json/json-object.ts';

/** A result in a file, with where it is there. */
export type FileResult = { result: JsonObject; location: string };

/** The file does not contain results. The message says where and why. */
export class NoResultsError extends Error {
  override name = 'NoResultsError';
}

/**
 * Reads results one by one: NDJSON line by line, as `results export` writes it, or one JSON document, which is a
 * list of results or has one in `results`.
 *
 * @throws NoResultsError
 */
export async function* readResultFile(file: string): AsyncGenerator<FileResult> {
  if (await isNdjson(file)) yield* readLines(file);
  else yield* await readDocument(file);
}

/** The first line of NDJSON is a whole object, and not a list in one. */
async function isNdjson(file: string): Promise<boolean> {
  for await (const line of linesOf(file)) {
    if (line.trim() === '') continue;
    const first = tryParseJson(line);
    return isJsonObject(first) && !Array.isArray(first.results);
  }
  return true;
}

async function* readLines(file: string): AsyncGenerator<FileResult> {
  let number = 0;
  let count = 0;
  let end: JsonObject | undefined;
  for await (const line of linesOf(file)) {
    number += 1;
    if (line.trim() === '') continue;
    const result = tryParseJson(line);
    const location = `line ${number}`;
    if (end) throw new NoResultsError(`The file goes on in ${location}, after it said that it is complete`);
    if (!isJsonObject(result)) throw new NoResultsError(`${location} of the file is not a JSON object`);
    if (result.complete === true && result.id === undefined) {
      end = result;
      continue;
    }
    count += 1;
    yield { result, location };
  }
  if (end && end.count !== count) {
    throw new NoResultsError(`The file says that it has ${end.count} results, but there are ${count}`);
  }
}

async function readDocument(file: string): Promise<FileResult[]> {
  const content = tryParseJson((await readFile(file, 'utf8')).replace(/^\uFEFF/, ''));
  const results = isJsonObject(content) ? content.results : content;
  if (!Array.isArray(results)) {
    throw new NoResultsError('The file is neither NDJSON nor JSON with a list of results');
  }
  return results.map((result: unknown, index) => {
    const location = `results[${index}]`;
    if (!isJsonObject(result)) throw new NoResultsError(`${location} of the file is not an object`);
    return { result, location };
  });
}

async function* linesOf(file: string): AsyncGenerator<string> {
  let isFirst = true;
  for await (const line of createInterface({ input: createReadStream(file, 'utf8'), crlfDelay: 1_000 })) {
    // Some editors start files with a byte order mark.
    yield isFirst ? line.replace(/^\uFEFF/, '') : line;
    isFirst = false;
  }
}
