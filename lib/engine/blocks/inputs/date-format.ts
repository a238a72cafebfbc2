import type { BlockContext } from '#lib/engine/model/block-module.ts';

/**
 * Writes an instant in UTC by a pattern of Unicode's kind, "dd/MM/yyyy". A pattern that cannot be followed is logged,
 * and the default takes its place.
 */
export async function formatInstant(
  instant: Date,
  pattern: string | undefined,
  { defaultPattern, context }: { defaultPattern: string; context: BlockContext },
): Promise<string> {
  const [{ format }, { TZDate }] = await Promise.all([
    import('date-fns/format'),
    import('@date-fns/tz/date'),
  ]);
  const date = new TZDate(instant.getTime(), 'UTC');
  try {
    // Authors write YYYY and DD for years and days as well.
    const options = { useAdditionalDayOfYearTokens: true, useAdditionalWeekYearTokens: true };
    return format(date, pattern || defaultPattern, options);
  } catch (error) {
    context.log({
      status: 'error',
      description: `"${pattern}" is no format of a date`,
      details: (error as Error).message,
    });
    return format(date, defaultPattern);
  }
}
