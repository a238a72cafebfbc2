import { TZDate } from '@date-fns/tz';
import type { BlockContext } from '#lib/engine/model/block-module.ts';

const SHIFT_DAYS = { Now: 0, Today: 0, Yesterday: -1, Tomorrow: 1 };

/**
 * Formats the time as ISO 8601: in UTC with milliseconds, or in a time zone with offset and whole seconds.
 *
 * @param timeZone IANA name, or a template for one
 */
export function dateValue(
  type: keyof typeof SHIFT_DAYS,
  timeZone: string | undefined,
  context: BlockContext,
): string {
  const zoned = timeInZone(timeZone, 'UTC', context);
  // In days of the calendar, which have 23 or 25 hours when a zone changes its offset.
  if (zoned) {
    zoned.setDate(zoned.getDate() + SHIFT_DAYS[type]);
    return zoned.toISOString().replace(/\.\d{3}/, '');
  }
  const date = new Date(context.ports.now());
  date.setUTCDate(date.getUTCDate() + SHIFT_DAYS[type]);
  return date.toISOString();
}

/** Undefined without a time zone: only the respondent's client knows its own. */
export function momentOfTheDay(timeZone: string | undefined, context: BlockContext): string | undefined {
  const hour = timeInZone(timeZone, "the respondent's", context)?.getHours();
  if (hour === undefined) return undefined;
  if (hour < 12) return 'morning';
  return hour < 18 ? 'afternoon' : 'evening';
}

/** Returns undefined if no time zone is set. An invalid one is logged with the one that is used instead. */
function timeInZone(
  timeZone: string | undefined,
  otherZone: string,
  context: BlockContext,
): TZDate | undefined {
  const zone = context.render(timeZone ?? '').trim();
  if (zone === '') return undefined;
  const zoned = new TZDate(context.ports.now().getTime(), zone);
  if (!Number.isNaN(zoned.getTime())) return zoned;
  // Deviation: an invalid time zone is logged instead of ending the conversation.
  context.log({
    description: `Invalid time zone "${zone}", ${otherZone} is used instead`,
    context: 'While setting variable',
  });
  return undefined;
}
