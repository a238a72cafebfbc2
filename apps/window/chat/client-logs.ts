import type { ChatApi } from '#apps/window/api/chat-api.ts';
import { consoleNote } from '#apps/window/console-note.ts';

const MAX_DESCRIPTION_CHARS = 1_000;

/** Logs a script error for the bot's owner. Never throws. */
export function reportScriptError(api: ChatApi, context: string, error: unknown): void {
  const description = String(error).slice(0, MAX_DESCRIPTION_CHARS).toWellFormed();
  consoleNote(`${context}: ${description}`);
  // Fails in a preview, which has no result to attach the log to.
  api.sendClientLog({ status: 'error', description, context }).catch(() => {});
}
