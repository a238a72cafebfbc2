import { COUNTER_SHARDS } from '#lib/results/analytics/stats-store.ts';
import {
  AWS,
  BOT_OPERATIONS,
  breakingPoint,
  CHAT,
  callsPerSecondOfNewTable,
  callsPerSecondOfOnePartition,
  DESIGNS,
  HOLD_MS,
  type Limit,
  limits,
  SPECIAL_CASES,
  settingsFor,
  utilisation,
} from './scale-model.ts';
import { toTable } from './tables.ts';
import { expectConflicts, expectOverlaps, simulateConflicts } from './transaction-conflicts.ts';

/*
 * The tables in docs/scale.md. `npm run bench -- --part scale` prints them.
 */

const RATES = [1, 10, 30, 100, 300, 1_000];
/** Number of bots that "all bots" stands for. */
const BOTS = 1_000;
const HOLDS_MS = [5, 10, 20];

/** Formats with three significant digits, and without fractions from 100 on. */
export function round(value: number): string {
  const digits = value >= 100 ? 0 : value >= 10 ? 1 : 2;
  return Number(value.toFixed(digits)).toLocaleString('en', { maximumFractionDigits: 2 });
}

const whole = (value: number) => value.toLocaleString('en', { maximumFractionDigits: 0 });

/** Marks shares above 100 %. */
function percent(share: number): string {
  const text = `${share >= 0.1 ? whole(share * 100) : Number((share * 100).toFixed(1))} %`;
  return share > 1 ? `**${text}**` : text;
}

/** Formats a small probability, which needs more digits than a share of capacity. */
function chance(share: number): string {
  if (share >= 0.0001) return `${Number((share * 100).toFixed(share >= 0.1 ? 0 : 2))} %`;
  return share < 1e-6 ? '0' : '< 0.01 %';
}

/** Sorted by what breaks first on one bot. */
export function sortedLimits(): Limit[] {
  return limits().sort((one, other) => breakingPoint(one, 1) - breakingPoint(other, 1));
}

export function limitsTable(): string {
  return toTable(
    ['Limit', 'Of', 'Its source', 'A second', 'A chat takes'],
    sortedLimits().map(({ name, isPerBot, source, capacity, formula }) => [
      name,
      isPerBot ? 'each bot' : 'all bots',
      source,
      round(capacity),
      formula,
    ]),
    ['A second'],
  );
}

export function breakingTable(): string {
  return toTable(
    ['What breaks', 'On one bot at', `On ${whole(BOTS)} bots at`, 'What callers get', 'What to raise'],
    sortedLimits().map((limit) => [
      limit.name,
      round(breakingPoint(limit, 1)),
      round(breakingPoint(limit, BOTS)),
      limit.refusal,
      limit.remedy,
    ]),
    ['On one bot at', `On ${whole(BOTS)} bots at`],
  );
}

export function utilisationTable(bots: number): string {
  return toTable(
    ['Limit', ...RATES.map((rate) => `${whole(rate)}/s`)],
    sortedLimits().map((limit) => [
      limit.name,
      ...RATES.map((chatsPerSecond) => percent(utilisation(limit, { chatsPerSecond, bots }))),
    ]),
  );
}

const SIMULATED_TRANSACTIONS = 40_000;
const SEED = 12;
const CONFLICT_RATES = [10, 30, 100, 150, 300, 1_000];

/** Conflicts of counted turns on one bot, according to the formula and to a simulation of one shard. */
export function conflictsTable(): string {
  return toTable(
    [
      'Chats/s',
      'On a shard',
      '1 − e^(−λd)',
      'Refused: formula',
      'Simulated',
      'Given up: formula',
      'Simulated',
      'Waits, ms: formula',
      'Simulated',
      'Attempts',
    ],
    CONFLICT_RATES.map((chatsPerSecond) => {
      const perSecond = (CHAT.countedTurns * chatsPerSecond) / COUNTER_SHARDS;
      const expected = expectConflicts({ perSecond, holdMs: HOLD_MS });
      const seconds = SIMULATED_TRANSACTIONS / perSecond;
      const seen = simulateConflicts({ perSecond, holdMs: HOLD_MS, seconds, seed: SEED });
      return [
        whole(chatsPerSecond),
        round(perSecond),
        chance(expectOverlaps({ perSecond, holdMs: HOLD_MS })),
        chance(expected.refused),
        chance(seen.refused),
        chance(expected.givenUp),
        chance(seen.givenUp),
        whole(expected.waitMs),
        whole(seen.waitMs),
        expected.attempts.toFixed(2),
      ];
    }),
  );
}

const ofBot = (all: Limit[], id: string) => {
  const found = all.find((limit) => limit.id === id);
  if (!found) throw new Error(`There is no limit ${id}`);
  const point = breakingPoint(found, 1);
  return point > 1e8 ? 'never' : round(point);
};

/** Maximum load of one bot, by how long a transaction holds its items. */
export function holdTable(): string {
  const ids = ['conflicts', 'counters-partition', 'concurrency'];
  return toTable(
    ['d', 'Conflicts at', "Counters' partition at", 'Concurrent calls at'],
    HOLDS_MS.map((holdMs) => [`${holdMs} ms`, ...ids.map((id) => ofBot(limits({ holdMs }), id))]),
  );
}

export function designTable(): string {
  const ids = ['conflicts', 'counters-partition', 'index-partition', 'concurrency', 'new-table'];
  return toTable(
    [
      'Design',
      'Conflicts at',
      "Counters' partition at",
      'Index partition at',
      'Concurrent calls at',
      'New table at',
    ],
    DESIGNS.map((design) => [design.name, ...ids.map((id) => ofBot(limits({ design }), id))]),
  );
}

export function settingsTable(): string {
  return toTable(
    [
      'Chats/s',
      '`bots:chatRequestsPerSecond`',
      '`bots:warmWriteUnitsPerSecond`',
      'or without it, minutes to grow',
      '`bots:warmReadUnitsPerSecond`',
      'DynamoDB: write units of a table',
      'API Gateway: requests/s',
      'Lambda: concurrent calls',
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

export function operationsTable(): string {
  return toTable(
    ['Operation', 'Read units', 'Write units', 'Of one', 'Calls/s', 'Of many, on a new table: calls/s'],
    BOT_OPERATIONS.map((operation) => [
      operation.name,
      operation.readUnits,
      operation.writeUnits,
      operation.place,
      round(callsPerSecondOfOnePartition(operation)),
      round(callsPerSecondOfNewTable(operation)),
    ]),
  );
}

/** All tables, by their headings in docs/scale.md. */
export function scaleTables(): { title: string; table: string }[] {
  return [
    { title: 'What breaks first', table: breakingTable() },
    { title: 'One bot', table: utilisationTable(1) },
    { title: 'A thousand bots', table: utilisationTable(BOTS) },
    { title: 'What to set', table: settingsTable() },
    { title: 'Special cases', table: specialCasesTable() },
    { title: 'Other operations', table: operationsTable() },
    { title: 'The limits', table: limitsTable() },
    { title: 'Conflicts', table: conflictsTable() },
    { title: 'If a transaction takes longer', table: holdTable() },
    { title: 'What a change of design would bring', table: designTable() },
  ];
}
