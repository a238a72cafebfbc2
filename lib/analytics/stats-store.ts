import { type Item, queryAll, type Update, updateItem } from '#lib/store/dynamodb.ts';
import { type Key, keys } from '#lib/store/keys.ts';

/** Counts of a bot: how often it was opened, and how many runs were started and completed. */
export type Counts = { views: number; starts: number; completed: number };

/** The counts of one hour. `at` is the ISO timestamp of its beginning. */
export type HourCounts = Counts & { at: string };

/** First letter of an attribute. The hour follows: `v07` counts the views from 7:00 to 8:00 UTC. */
const PREFIXES = { views: 'v', starts: 's', completed: 'c' } as const;

const COUNTERS = Object.keys(PREFIXES) as (keyof Counts)[];

/**
 * The counters of a day are spread over this many items, and a write picks a random one. All chats of a bot
 * write to its counters, and DynamoDB refuses a transaction on an item that another transaction is writing.
 */
const SHARDS = 10;

/** Adds to the counters of a bot. */
export async function countStats(botId: string, counts: Partial<Counts>, at: Date): Promise<void> {
  const write = statsWrite(botId, counts, at);
  if (write) await updateItem(write.update, write.with);
}

/**
 * The write that adds to the counters of a bot, for use in a transaction. Undefined if there is nothing to
 * count. The counters are hourly, so that they can be added up to days of any time zone, however many results
 * there are.
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
    update: keys.statsOfDay(botId, day, Math.floor(Math.random() * SHARDS)),
    with: {
      expression: `ADD ${counted.map((counter) => `${PREFIXES[counter]}${time.slice(0, 2)} :${counter}`).join(', ')}`,
      values: Object.fromEntries(counted.map((counter) => [`:${counter}`, counts[counter]])),
    },
  };
}

/**
 * The hours in which something was counted, oldest first.
 *
 * @param from, to ISO timestamps in UTC. `from` is included, `to` is excluded. An hour counts if it
 *   begins in between
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
  return merged(items.flatMap(toHourCounts)).filter(
    ({ at }) => at >= (from ?? '') && (to === undefined || at < to),
  );
}

/** Adds up the shards to one entry per hour, oldest first. */
function merged(hours: HourCounts[]): HourCounts[] {
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
