import type { JsonObject } from '#lib/json/json-object.ts';
import type { AiMessage } from './conversation-messages.ts';
import type { VisionPart, VisionParts } from './image-parts.ts';

/**
 * A message as a service takes it: text, or parts where what the user says names pictures.
 *
 * @param sentPart how the service writes a part
 */
export async function sentMessage(
  { role, content }: AiMessage,
  visionParts: VisionParts | undefined,
  sentPart: (part: VisionPart) => JsonObject,
): Promise<JsonObject> {
  const parts = role === 'user' ? await visionParts?.(content) : undefined;
  return { role, content: parts ? parts.map(sentPart) : content };
}
