const UNITS: readonly [unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
const absolute = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });

/** A moment as people say it, with the exact time on hover. */
export function Time({ at }: { at: string }) {
  return (
    <time dateTime={at} title={formatTime(at)}>
      {formatAgo(at)}
    </time>
  );
}

/** `3 hours ago` */
export function formatAgo(at: string, nowMs: number = Date.now()): string {
  const seconds = (new Date(at).getTime() - nowMs) / 1_000;
  const [unit, unitSeconds] = UNITS.find(([, size]) => Math.abs(seconds) >= size) ?? ['second', 1];
  // Clocks differ by seconds, and nothing here happens in the future.
  if (unit === 'second') return seconds > -60 ? 'just now' : 'a minute ago';
  return relative.format(Math.trunc(seconds / unitSeconds), unit);
}

/** `Nov 23, 2026, 7:08 PM` */
export function formatTime(at: string): string {
  return absolute.format(new Date(at));
}
