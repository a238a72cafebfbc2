import type { Warning } from '#lib/bots/document/bot-schema.ts';

/** Returns the warning for a document that was in a wrapper. Empty without one. */
export function unwrapWarnings(path: readonly string[]): Warning[] {
  if (path.length === 0) return [];
  const wrappers = path.map((key) => `\`${key}\``).join(' in ');
  return [
    { code: 'UNWRAPPED', path: 'bot', message: `was taken out of ${wrappers}; the rest of it was left out` },
  ];
}
