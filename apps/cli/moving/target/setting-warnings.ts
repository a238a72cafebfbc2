import type { Warning } from '#lib/bots/document/bot-schema.ts';

/** Settings that an import leaves out. A move sets or reports them by itself. */
const SETTING_PATHS = new Set(['bot.publicId', 'bot.customDomain', 'bot.isClosed']);

/** Drops the warnings of an import about settings that a move takes care of. */
export function dropSettingWarnings(warnings: Warning[]): Warning[] {
  return warnings.filter(({ path }) => !SETTING_PATHS.has(path));
}
