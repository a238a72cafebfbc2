import type { BlockContext } from '#lib/engine/model/block-module.ts';

/**
 * Formats an instant in UTC with a Unicode pattern such as "dd/MM/yyyy". An invalid pattern is logged, and
 * the default is used.
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
    // Authors also write YYYY and DD for years and days.
    const options = { useAdditionalDayOfYearTokens: true, useAdditionalWeekYearTokens: true };
    return format(date, pattern || defaultPattern, options);
  } catch (error) {
    context.log({
      status: 'error',
      description: `"${pattern}" is not a valid date format`,
      details: (error as Error).message,
    });
    return format(date, defaultPattern);
  }
}
