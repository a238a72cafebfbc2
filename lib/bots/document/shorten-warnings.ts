import type { Warning } from './bot-schema.ts';

/** A broken document can be wrong in thousands of places, but people read a few dozen warnings. */
const MAX_WARNINGS = 100;

/** The first warnings, and how many more there are. */
export function shortenWarnings(warnings: Warning[]): Warning[] {
  if (warnings.length <= MAX_WARNINGS) return warnings;
  const shown = warnings.slice(0, MAX_WARNINGS - 1);
  const next = warnings[shown.length];
  const message = `and ${warnings.length - shown.length} more places like these`;
  return [...shown, { code: next?.code ?? 'FILLED_IN', path: 'bot', message }];
}
