import type { Warning } from '#lib/bots/document/bot-schema.ts';

/** A broken document can have thousands of problems, but nobody reads more than a few dozen warnings. */
const MAX_WARNINGS = 100;

/** Keeps the first warnings and replaces the rest with their count. */
export function shortenWarnings(warnings: Warning[]): Warning[] {
  if (warnings.length <= MAX_WARNINGS) return warnings;
  const shown = warnings.slice(0, MAX_WARNINGS - 1);
  const next = warnings[shown.length];
  const message = `and ${warnings.length - shown.length} more`;
  return [...shown, { code: next?.code ?? 'FILLED_IN', path: 'bot', message }];
}
