import { type Item, queryAll, type Update, updateItem } from '#lib/platform/store/dynamodb.ts';
import { type Key, keys } from '#lib/platform/store/keys.ts';

/** How often a bot was opened, and how many runs were started and completed. */
export type Counts = { views: number; starts: number; completed: number };

/** Counts for one hour. `at` is the ISO timestamp of its start. */
export type HourCounts = Counts & { at: string };

/** Prefixes of the attribute names, followed by the hour: `v07` counts views from 7:00 to 8:00 UTC. */
const PREFIXES = { views: 'v', starts: 's', completed: 'c' } as const;

const COUNTERS = Object.keys(PREFIXES) as (keyof Counts)[];

/**
 * Number of items over which a day's counters are spread; each write picks one at random. All chats of a bot
 * update its counters, and concurrent DynamoDB transactions on the same item conflict.
 */
export const COUNTER_SHARDS = 10;

export async function countStats(botId: string, counts: Partial<Counts>, at: Date): Promise<void> {
  const write = statsWrite(botId, counts, at);
  if (write) await updateItem(write.update, write.with);
}

/**
 * Builds the write that increments a bot's counters, for use in a transaction. Undefined if there is nothing
 * to count. Counters are hourly, so that they can be summed into days of any time zone without reading results.
 */
export function statsWrite(
  botId: string,
  counts: Partial<Counts>,
  at: Date,
): { update: Key; with: Update } | undefined {
  const counted = COUNTERS.filter((counter) => counts[counter]);
  if (counted.length === 0) return undefined;
  const [day = '', time = ''] = at.toISOString().split('T');
  return {
    update: keys.statsOfDay(botId, day, Math.floor(Math.random() * COUNTER_SHARDS)),
    with: {
      expression: `ADD ${counted.map((counter) => `${PREFIXES[counter]}${time.slice(0, 2)} :${counter}`).join(', ')}`,
      values: Object.fromEntries(counted.map((counter) => [`:${counter}`, counts[counter]])),
    },
  };
}

/** Counts of one moment. */
export type DatedCounts = { at: string; counts: Partial<Counts> };

/**
 * Builds the writes that increment a bot's counters at several moments, one per day, for use in a transaction.
 *
 * @param shard of the day's items. Transactions that run at the same time should use different ones.
 */
export function statsWritesByDay(
  botId: string,
  dated: DatedCounts[],
  shard: number,
): { update: Key; with: Update }[] {
  const byDay = new Map<string, Map<string, number>>();
  for (const { at, counts } of dated) {
    const [day = '', time = ''] = at.split('T');
    const counters = byDay.get(day) ?? new Map<string, number>();
    byDay.set(day, counters);
    for (const counter of COUNTERS) {
      const name = `${PREFIXES[counter]}${time.slice(0, 2)}`;
      if (counts[counter]) counters.set(name, (counters.get(name) ?? 0) + counts[counter]);
    }
  }
  return [...byDay]
    .filter(([, counters]) => counters.size > 0)
    .map(([day, counters]) => ({
      update: keys.statsOfDay(botId, day, shard % COUNTER_SHARDS),
      with: {
        expression: `ADD ${[...counters.keys()].map((name) => `${name} :${name}`).join(', ')}`,
        values: Object.fromEntries([...counters].map(([name, count]) => [`:${name}`, count])),
      },
    }));
}

/**
 * Reads the counts of all hours with activity, oldest first.
 *
 * @param from, to ISO timestamps in UTC, `from` inclusive and `to` exclusive. Selects hours by their start.
 */
export async function readHourCounts(
  botId: string,
  { from, to }: { from?: string; to?: string },
): Promise<HourCounts[]> {
  const items = await queryAll({
    keyCondition: 'pk = :pk AND sk BETWEEN :from AND :to',
    values: {
      ':pk': keys.statsOfDay(botId, '2000-01-01', 0).pk,
      ':from': from?.slice(0, 10) ?? '0',
      ':to': to === undefined ? '~' : `${to.slice(0, 10)}#~`,
    },
  });
  return merge(items.flatMap(toHourCounts)).filter(
    ({ at }) => at >= (from ?? '') && (to === undefined || at < to),
  );
}

/** Merges the shards into one entry per hour, oldest first. */
function merge(hours: HourCounts[]): HourCounts[] {
  const byHour = new Map<string, HourCounts>();
  for (const { at, views, starts, completed } of hours) {
    const sum = byHour.get(at) ?? { at, views: 0, starts: 0, completed: 0 };
    byHour.set(at, {
      at,
      views: sum.views + views,
      starts: sum.starts + starts,
      completed: sum.completed + completed,
    });
  }
  return [...byHour.values()].sort((one, other) => (one.at < other.at ? -1 : 1));
}

const HOURS = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0'));

function toHourCounts(item: Item): HourCounts[] {
  return HOURS.map((hour) => ({
    at: `${String(item.sk).slice(0, 10)}T${hour}:00:00.000Z`,
    views: toNumber(item[`${PREFIXES.views}${hour}`]),
    starts: toNumber(item[`${PREFIXES.starts}${hour}`]),
    completed: toNumber(item[`${PREFIXES.completed}${hour}`]),
  })).filter(({ views, starts, completed }) => views + starts + completed > 0);
}

function toNumber(stored: unknown): number {
  return typeof stored === 'number' ? stored : 0;
}
