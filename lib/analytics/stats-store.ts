import { type Item, queryAll, updateItem } from '#lib/store/dynamodb.ts';
import { keys } from '#lib/store/keys.ts';

/** What is counted of a bot: openings of it, runs that began, runs that came to their end. */
export type Counts = { views: number; starts: number; completed: number };

/** The counts of one hour; `at` is the ISO timestamp at which it begins. */
export type HourCounts = Counts & { at: string };

/** First letter of an attribute; the hour follows: `v07` are the views from 7:00 to 8:00 UTC. */
const PREFIXES = { views: 'v', starts: 's', completed: 'c' } as const;

const COUNTERS = Object.keys(PREFIXES) as (keyof Counts)[];

/**
 * Adds to the counters of a bot. One item a bot and UTC day, with counters by the hour, so that days of any time zone
 * can be made of them: one request, one write unit, however many results there are.
 */
export async function countStats(botId: string, counts: Partial<Counts>, at: Date): Promise<void> {
  const counted = COUNTERS.filter((counter) => counts[counter]);
  if (counted.length === 0) return;
  const [day = '', time = ''] = at.toISOString().split('T');
  await updateItem(keys.statsOfDay(botId, day), {
    expression: `ADD ${counted.map((counter) => `${PREFIXES[counter]}${time.slice(0, 2)} :${counter}`).join(', ')}`,
    values: Object.fromEntries(counted.map((counter) => [`:${counter}`, counts[counter]])),
  });
}

/**
 * The hours in which something was counted, oldest first.
 *
 * @param from, to ISO timestamps in UTC; `from` is included, `to` is not; an hour belongs where it begins
 */
export async function readHourCounts(
  botId: string,
  { from, to }: { from?: string; to?: string },
): Promise<HourCounts[]> {
  const items = await queryAll({
    keyCondition: 'pk = :pk AND sk BETWEEN :from AND :to',
    values: {
      ':pk': keys.statsOfDay(botId, '2000-01-01').pk,
      ':from': from?.slice(0, 10) ?? '0',
      ':to': to?.slice(0, 10) ?? '~',
    },
  });
  return items.flatMap(hoursOf).filter(({ at }) => at >= (from ?? '') && (to === undefined || at < to));
}

const HOURS = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0'));

function hoursOf(item: Item): HourCounts[] {
  return HOURS.map((hour) => ({
    at: `${String(item.sk)}T${hour}:00:00.000Z`,
    views: numberOf(item[`${PREFIXES.views}${hour}`]),
    starts: numberOf(item[`${PREFIXES.starts}${hour}`]),
    completed: numberOf(item[`${PREFIXES.completed}${hour}`]),
  })).filter(({ views, starts, completed }) => views + starts + completed > 0);
}

function numberOf(stored: unknown): number {
  return typeof stored === 'number' ? stored : 0;
}
