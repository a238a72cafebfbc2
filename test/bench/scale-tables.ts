import { COUNTER_SHARDS } from '#lib/results/analytics/stats-store.ts';
import {
  AWS,
  breakingPoint,
  CHAT,
  cellsFor,
  DESIGNS,
  HOLD_MS,
  type Limit,
  limits,
  SPECIAL_CASES,
  settingsFor,
  utilisation,
} from './scale-model.ts';
import { toTable } from './tables.ts';
import { expectConflicts } from './transaction-conflicts.ts';

/*
 * The tables in docs/scale.md and in decision 15. Their test shows what differs.
 */

const RATES = [1, 10, 30, 100, 300, 1_000];
/** Number of bots that "all bots" stands for. */
const BOTS = 1_000;

/** Formats with three significant digits, and without fractions from 100 on. */
export function round(value: number): string {
  const digits = value >= 100 ? 0 : value >= 10 ? 1 : 2;
  return Number(value.toFixed(digits)).toLocaleString('en', { maximumFractionDigits: 2 });
}

const whole = (value: number) => value.toLocaleString('en', { maximumFractionDigits: 0 });

/** Formats a small probability, which needs more digits than a share of capacity. */
function chance(share: number): string {
  if (share >= 0.0001) return `${Number((share * 100).toFixed(share >= 0.1 ? 0 : 2))} %`;
  return share < 1e-6 ? '0' : '< 0.01 %';
}

/** Sorted by what breaks first on one bot. */
export function sortedLimits(): Limit[] {
  return limits().sort((one, other) => breakingPoint(one, 1) - breakingPoint(other, 1));
}

/** What breaks first, with the load that one chat puts on each limit. */
export function breakingTable(): string {
  return toTable(
    [
      'Limit',
      'A second',
      'A chat takes',
      'One bot: chats/s',
      `${whole(BOTS)} bots: chats/s`,
      'Callers get',
      'Raise',
    ],
    sortedLimits().map((limit) => [
      limit.name,
      round(limit.capacity),
      limit.formula,
      round(breakingPoint(limit, 1)),
      round(breakingPoint(limit, BOTS)),
      limit.refusal,
      limit.remedy,
    ]),
    ['A second', 'One bot: chats/s', `${whole(BOTS)} bots: chats/s`],
  );
}

/** Which page of AWS's documentation states which limits. */
export function sourcesTable(): string {
  const bySource = Map.groupBy(
    sortedLimits().filter(({ source }) => !source.startsWith('`bots:')),
    ({ source }) => source,
  );
  return toTable(
    ['Limit', 'Source'],
    [...bySource].map(([source, found]) => [found.map(({ name }) => name).join(' · '), source]),
    [],
  );
}

const ORDERS_OF_MAGNITUDE = [10, 100, 1_000, 10_000];

/** KB that a chat logs: docs/scale.md says so, and its test counts them. */
export const LOGGED_KB = 12;

/** Lists the quotas to raise for each order of magnitude, and the limit that comes next. */
export function ratesTable(): string {
  const shared = limits().filter(({ isPerBot }) => !isPerBot);
  const ofOneBot = Math.min(
    ...limits()
      .filter(({ isPerBot }) => isPerBot)
      .map((limit) => breakingPoint(limit, 1)),
  );
  return toTable(
    [
      'Chats/s',
      'Write units/s',
      'Requests/s',
      'Calls at once',
      'Logs, MB/s',
      'Over by default',
      'Next',
      'Most for one bot',
      'Cells',
      'Cells in small regions',
    ],
    ORDERS_OF_MAGNITUDE.map((chatsPerSecond) => {
      const demand = { chatsPerSecond, bots: BOTS };
      const load = (id: string) => findLimit(id).load(demand);
      const isOver = (limit: Limit) => utilisation(limit, demand) >= 1;
      const points = shared
        .filter(({ id }) => id !== 'gateway-in-small-regions')
        .map((limit) => ({ limit, point: breakingPoint(limit, BOTS) }))
        .sort((one, other) => one.point - other.point);
      const next = points.find(({ limit }) => !isOver(limit));
      const over = points.filter(({ limit }) => isOver(limit)).map(({ limit }) => limit.name);
      return [
        whole(chatsPerSecond),
        round(load('table-quota')),
        round(load('gateway')),
        round(load('concurrency')),
        round((chatsPerSecond * LOGGED_KB) / 1_000),
        next === undefined ? 'all that bots share' : over.join(' · '),
        next === undefined ? 'none in one account and region' : `${next.limit.name}, at ${round(next.point)}`,
        ofOneBot >= chatsPerSecond ? 'all' : `${round((100 * ofOneBot) / chatsPerSecond)} %`,
        cellsFor(demand),
        cellsFor(demand, true),
      ];
    }),
    [
      'Chats/s',
      'Write units/s',
      'Requests/s',
      'Calls at once',
      'Logs, MB/s',
      'Most for one bot',
      'Cells',
      'Cells in small regions',
    ],
  );
}

function findLimit(id: string, all = limits()): Limit {
  const found = all.find((limit) => limit.id === id);
  if (!found) throw new Error(`There is no limit ${id}`);
  return found;
}

const CONFLICT_RATES = [10, 30, 100, 150, 300, 1_000];

/** Conflicts of counted turns on one bot. */
export function conflictsTable(): string {
  return toTable(
    ['Chats/s', 'λ', 'Refused', 'Given up', 'Waits, ms', 'Attempts'],
    CONFLICT_RATES.map((chatsPerSecond) => {
      const perSecond = (CHAT.countedTurns * chatsPerSecond) / COUNTER_SHARDS;
      const { refused, givenUp, waitMs, attempts } = expectConflicts({ perSecond, holdMs: HOLD_MS });
      return [
        whole(chatsPerSecond),
        round(perSecond),
        chance(refused),
        chance(givenUp),
        whole(waitMs),
        attempts.toFixed(2),
      ];
    }),
  );
}

const ofBot = (all: Limit[], id: string) => {
  const point = breakingPoint(findLimit(id, all), 1);
  return point > 1e8 ? 'never' : round(point);
};

/** Rates at which one bot breaks each limit, by design. */
export function designTable(): string {
  const ids = ['conflicts', 'counters-partition', 'index-partition', 'concurrency', 'new-table'];
  return toTable(
    ['Design', 'Conflicts', "Counters' partition", 'Index partition', 'Concurrent calls', 'New table'],
    DESIGNS.map((design) => [design.name, ...ids.map((id) => ofBot(limits({ design }), id))]),
  );
}

export function settingsTable(): string {
  return toTable(
    [
      'Chats/s',
      '`bots:chatRequestsPerSecond`',
      '`bots:warmWriteUnitsPerSecond`',
      'or minutes to grow',
      '`bots:warmReadUnitsPerSecond`',
      'Quota: write units',
      'Quota: requests/s',
      'Quota: concurrent calls',
    ],
    RATES.map((rate) => {
      const settings = settingsFor(rate);
      return [
        whole(rate),
        whole(settings.chatRequestsPerSecond),
        whole(settings.warmWriteUnitsPerSecond),
        settings.minutesToGrow,
        whole(settings.warmReadUnitsPerSecond),
        whole(settings.tableQuotaUnits),
        whole(settings.gatewayRequests),
        whole(settings.lambdaConcurrency),
      ];
    }),
  );
}

/** In the example, how long another service takes to respond to a bot. */
const SLOW_SECONDS = 3;
const DAILY_CHATS = 100_000;

export function specialCasesTable(): string {
  return toTable(
    ['Case', 'Formula', 'Chats/s'],
    [
      [
        'All chats start at once, on functions that nobody has called',
        `${whole(AWS.newInstances.value)} ÷ (0.6 + 0.04)`,
        round(SPECIAL_CASES.suddenStart()),
      ],
      [
        `Each reply waits ${SLOW_SECONDS} s for a language model`,
        `${whole(AWS.lambdaConcurrency.value)} ÷ (0.04 + 8 × (0.035 + ${SLOW_SECONDS}))`,
        round(SPECIAL_CASES.slowReplies(SLOW_SECONDS)),
      ],
      [
        'One bot: the alarm `transaction-conflicts`',
        '0.75 ÷ (1 + 0.75) ÷ (0.3 × 0.01), with 0.75 = 25 % × 9 ÷ 3',
        round(SPECIAL_CASES.conflictAlarm()),
      ],
      [
        'One IP address with `bots:chatFirewall`: starts',
        '100 ÷ 300',
        round(SPECIAL_CASES.firewallStartsOfOneAddress()),
      ],
      [
        'One IP address with `bots:chatFirewall`: requests',
        '1,000 ÷ 300 ÷ (1 + 8 + 2)',
        round(SPECIAL_CASES.firewallRequestsOfOneAddress()),
      ],
      [
        `One workspace with \`bots:chatsPerWorkspaceAndDay=${DAILY_CHATS}\``,
        `${whole(DAILY_CHATS)} ÷ 86,400`,
        round(SPECIAL_CASES.dailyQuota(DAILY_CHATS)),
      ],
    ],
    ['Chats/s'],
  );
}

/** All tables, by their headings in docs/scale.md and in the decision about turns. */
export function scaleTables(): { title: string; table: string }[] {
  return [
    { title: 'What breaks first', table: breakingTable() },
    { title: 'At 10, 100, 1,000 and 10,000 chats a second', table: ratesTable() },
    { title: 'What to set', table: settingsTable() },
    { title: 'Special cases', table: specialCasesTable() },
    { title: 'Sources', table: sourcesTable() },
    { title: 'Conflicts', table: conflictsTable() },
    { title: 'If one bot has to take more chats', table: designTable() },
  ];
}
