import { TZDate } from '@date-fns/tz';
import type { BlockContext } from '#lib/engine/model/block-module.ts';

const DAY_MS = 86_400_000;

const SHIFT_MS = { Now: 0, Yesterday: -DAY_MS, Tomorrow: DAY_MS };

/**
 * Formats the time as ISO 8601: in UTC with milliseconds, or in a time zone with offset and whole seconds.
 *
 * @param timeZone IANA name, or a template for one
 */
export function dateValue(
  type: 'Now' | 'Today' | 'Yesterday' | 'Tomorrow',
  timeZone: string | undefined,
  context: BlockContext,
): string {
  const now = context.ports.now();
  // "Today" ignores the time zone, because existing data has this format.
  if (type === 'Today') return now.toISOString();
  const date = new Date(now.getTime() + SHIFT_MS[type]);
  const zone = context.render(timeZone ?? '').trim();
  if (zone === '') return date.toISOString();
  const zoned = new TZDate(date.getTime(), zone);
  if (Number.isNaN(zoned.getTime())) {
    // Deviation: an invalid time zone is logged instead of ending the conversation.
    context.log({
      description: `Invalid time zone "${zone}", UTC is used instead`,
      context: 'While setting variable',
    });
    return date.toISOString();
  }
  return zoned.toISOString().replace(/\.\d{3}/, '');
}
