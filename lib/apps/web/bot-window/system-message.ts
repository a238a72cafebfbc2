import { getFields, toText } from '#lib/client/loose-fields.ts';
import type { Settings } from './chat-types.ts';
import { SYSTEM_MESSAGES, type SystemMessage } from './labels.ts';

/** A text of the window itself, as the author wrote it or by default. */
export function systemMessage(name: SystemMessage, settings: Settings): string {
  return toText(getFields(settings.general, 'systemMessages'), name) ?? SYSTEM_MESSAGES[name];
}
