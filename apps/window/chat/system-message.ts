import { getFields, getText } from '#apps/client/loose-fields.ts';
import type { Settings } from '#apps/window/api/chat-types.ts';
import { SYSTEM_MESSAGES, type SystemMessage } from '#apps/window/labels.ts';

/** A text of the window itself, as the author wrote it or by default. */
export function systemMessage(name: SystemMessage, settings: Settings): string {
  return getText(getFields(settings.general, 'systemMessages'), name) ?? SYSTEM_MESSAGES[name];
}
