import { getFields, getFlag, getNumber } from '#apps/client/loose-fields.ts';
import type { Settings } from '#apps/window/api/chat-types.ts';

const DEFAULT_WORDS_PER_MINUTE = 400;
const DEFAULT_MAX_SECONDS = 3;

/** Duration of the typing indicator before a text. */
export function typingDelayMs(text: string, settings: Settings, isFirstMessage: boolean): number {
  const typing = getFields(settings, 'typingEmulation');
  const isEnabled = getFlag(typing, 'enabled') ?? settings.general?.isTypingEmulationEnabled ?? true;
  if (!isEnabled || (isFirstMessage && (getFlag(typing, 'isDisabledOnFirstMessage') ?? true))) return 0;
  const wordsPerMinute = getNumber(typing, 'speed') ?? DEFAULT_WORDS_PER_MINUTE;
  if (wordsPerMinute <= 0) return 0;
  const words = text.trim().split(/\s+/).length;
  const seconds = Math.min(
    (words / wordsPerMinute) * 60,
    getNumber(typing, 'maxDelay') ?? DEFAULT_MAX_SECONDS,
  );
  return Math.max(0, seconds) * 1_000;
}

export function pauseBetweenBubblesMs(settings: Settings): number {
  return (getNumber(getFields(settings, 'typingEmulation'), 'delayBetweenBubbles') ?? 0) * 1_000;
}
