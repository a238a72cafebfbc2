import type { ChatApi } from './chat-api.ts';
import { consoleNote } from './console-note.ts';

const MAX_DESCRIPTION_CHARS = 1_000;

/**
 * Tells the bot's owner what went wrong in the respondent's browser. Never throws, because it already reports
 * a failure.
 */
export function reportScriptError(api: ChatApi, context: string, error: unknown): void {
  const description = String(error).slice(0, MAX_DESCRIPTION_CHARS).toWellFormed();
  consoleNote(`${context}: ${description}`);
  // Fails in a preview, which has no result to store the log with.
  api.sendClientLog({ status: 'error', description, context }).catch(() => {});
}
