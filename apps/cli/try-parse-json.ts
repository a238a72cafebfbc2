import { parseJson } from '#lib/platform/json/parse-json.ts';

/** Parses JSON. Undefined for anything else: a parse error would quote the text, which may be secret. */
export function tryParseJson(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}
