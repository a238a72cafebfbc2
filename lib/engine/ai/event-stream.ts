import { parseJsonValue } from '#lib/engine/services/json-value.ts';
import { isJsonObject, type JsonObject } from '#lib/platform/json/json-object.ts';

export type StreamEvent = { event: string | undefined; data: JsonObject };

/**
 * Parses a complete stream of server-sent events. Skips events whose data is not a JSON object, such as the
 * final "[DONE]". Some services report a request's outcome only as a stream, which is read once it is
 * complete.
 */
export function streamEvents(text: string): StreamEvent[] {
  return text.split(/\r?\n\r?\n/).flatMap((chunk): StreamEvent[] => {
    const lines = chunk.split(/\r?\n/);
    const data = parseJsonValue(
      lines.flatMap((line) => (line.startsWith('data:') ? [line.slice(5).trimStart()] : [])).join('\n'),
    );
    if (!isJsonObject(data)) return [];
    const event = lines
      .find((line) => line.startsWith('event:'))
      ?.slice(6)
      .trim();
    return [{ event, data }];
  });
}
