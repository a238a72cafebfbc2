import type { JsonObject } from '#lib/json/json-object.ts';
import type { AiMessage } from './conversation-messages.ts';
import type { VisionPart, VisionParts } from './image-parts.ts';

/**
 * A message in the form that a service takes: text, or parts if the user's text names pictures.
 *
 * @param sentPart writes a part in the service's form
 */
export async function sentMessage(
  { role, content }: AiMessage,
  visionParts: VisionParts | undefined,
  sentPart: (part: VisionPart) => JsonObject,
): Promise<JsonObject> {
  const parts = role === 'user' ? await visionParts?.(content) : undefined;
  return { role, content: parts ? parts.map(sentPart) : content };
}
