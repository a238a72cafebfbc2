import type { JsonObject } from '#lib/platform/json/json-object.ts';
import type { AiMessage } from './conversation-messages.ts';
import type { VisionPart, VisionParts } from './image-parts.ts';

/**
 * Converts a message to a provider's format: a string, or parts if a user's text contains images.
 *
 * @param toPart converts a part to the provider's format
 */
export async function toProviderMessage(
  { role, content }: AiMessage,
  visionParts: VisionParts | undefined,
  toPart: (part: VisionPart) => JsonObject,
): Promise<JsonObject> {
  const parts = role === 'user' ? await visionParts?.(content) : undefined;
  return { role, content: parts ? parts.map(toPart) : content };
}
