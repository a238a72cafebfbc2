import type { Warning } from '#lib/bots/document/bot-schema.ts';

/** What an import leaves out, and a move sets or reports by itself. */
const SETTING_PATHS = new Set(['bot.publicId', 'bot.customDomain', 'bot.isClosed']);

/** Drops the warnings of an import about settings that a move takes care of. */
export function dropSettingWarnings(warnings: Warning[]): Warning[] {
  return warnings.filter(({ path }) => !SETTING_PATHS.has(path));
}
