import { COUNTER_SHARDS } from '#lib/results/analytics/stats-store.ts';
import { parseConfig } from '../../infra/config.ts';
import { CONFLICT_LIMITS } from '../../infra/monitoring/conflict-limits.ts';
import { expectConflicts, transactionsPerSecondAt } from './transaction-conflicts.ts';

/*
 * Which limit of AWS or of this service a number of chats a second reaches first. Every limit is a load per second,
 * computed from what one chat consumes, and a capacity. docs/scale.md shows the results and says what is left out.
 */

/** What is asked of the service: chats started a second, spread evenly over the bots. */
export type Demand = { chatsPerSecond: number; bots: number };

/**
 * A chat with eight replies of forty characters, all of them answers, as measured on the embedded database:
 * test/bench/measured-chat.test.ts holds these numbers to it. A write unit is 1 KB, two in a transaction; a read unit is
 * 4 KB, read consistently.
 */
export const CHAT = {
  replies: 8,
  /** Write units of the table: 18 for the session, 36 for the result and its answers, 6 for the counters. */
  tableWriteUnits: 60,
  /** Those of them that the counters take. */
  counterWriteUnits: 6,
  /** Those of the table's that the counted turns take together: the start, the first reply and the last. */
  countedTurnWriteUnits: 24,
  /** Turns that write to the bot's counters, and to its list of results: start, first reply, last reply. */
  countedTurns: 3,
  /** Write units of the index: the result is listed, and changes what lists show of it twice. */
  indexWriteUnits: 3,
  /** The claim of the public id at the start, and the session in each reply. */
  readUnits: 9,
  /** Read units of the claim of the public id, which all chats of a bot read. */
  claimReadUnits: 1,
  /** Preflights of a browser: one for the bot's path, one for the session's. */
  preflights: 2,
  /** Seconds that functions run, as assumed in docs/cost.md. */
  startSeconds: 0.04,
  replySeconds: 0.035,
  coldStartSeconds: 0.6,
} as const;

const REQUESTS = 1 + CHAT.replies;

/** A number that AWS states, and the title of the page where it does. */
export type Stated = { value: number; source: string };

const DYNAMODB_QUOTAS = 'Quotas in Amazon DynamoDB';
const GATEWAY_QUOTAS = 'Amazon API Gateway quotas';
const LAMBDA_SCALING = 'Lambda scaling behavior';
const PARTITION_KEYS = 'Best practices for designing and using partition keys effectively in DynamoDB';
const WARM_THROUGHPUT = 'Understanding DynamoDB warm throughput in different scenarios';

/** AWS's default limits, and the pages of its documentation that state them. All rates are per second. */
export const AWS = {
  partitionWriteUnits: { value: 1_000, source: PARTITION_KEYS },
  partitionReadUnits: { value: 3_000, source: PARTITION_KEYS },
  newTableWriteUnits: { value: 4_000, source: WARM_THROUGHPUT },
  newTableReadUnits: { value: 12_000, source: WARM_THROUGHPUT },
  tableQuotaUnits: { value: 40_000, source: DYNAMODB_QUOTAS },
  gatewayRequests: { value: 10_000, source: GATEWAY_QUOTAS },
  gatewayRequestsInSmallRegions: { value: 2_500, source: GATEWAY_QUOTAS },
  /** Not a rate: requests at once. */
  gatewayBurstInSmallRegions: { value: 1_250, source: GATEWAY_QUOTAS },
  lambdaConcurrency: { value: 1_000, source: 'Lambda quotas' },
  lambdaRequestsPerInstance: { value: 10, source: 'Lambda quotas' },
  /** Not a rate: minutes until an on-demand table takes twice its previous peak. */
  minutesToDouble: { value: 30, source: 'DynamoDB on-demand capacity mode' },
  /** Not a rate: new instances of one function in ten seconds. */
  newInstances: { value: 1_000, source: LAMBDA_SCALING },
} as const satisfies Record<string, Stated>;

/** Regions with a lower default quota of requests to API Gateway. */
export const SMALL_REGIONS = [
  'Cape Town',
  'Milan',
  'Jakarta',
  'UAE',
  'Hyderabad',
  'Melbourne',
  'Spain',
  'Zurich',
  'Tel Aviv',
  'Calgary',
  'Malaysia',
  'Thailand',
  'Mexico',
] as const;

/** Highest value of `bots:chatRequestsPerSecond`. */
export const MAX_CHAT_REQUESTS_PER_SECOND = 10_000;

/** Default settings of an installation. */
export const SETTINGS = parseConfig({});

/**
 * How long a transaction holds its items, in ms. Assumed: AWS states no number. The latency of `TransactWriteItems` in
 * CloudWatch (`SuccessfulRequestLatency`) is an upper bound.
 */
export const HOLD_MS = 10;

/** Share of counted turns that may be given up because of conflicts before the counters count as broken. */
export const ACCEPTED_GIVEN_UP = 0.001;

/** How the table counts and lists chats, and what could be changed about it. */
export type Design = {
  name: string;
  /** Items over which a bot's counters of a day are spread. */
  counterShards: number;
  /** Partition keys of those items. */
  counterPartitions: number;
  /** Counted turns that share one write. Undefined if each writes the counters in its own transaction. */
  countedTogether?: number;
  indexWriteUnits: number;
};

const TODAY: Design = {
  name: 'as it is',
  counterShards: COUNTER_SHARDS,
  counterPartitions: 1,
  indexWriteUnits: CHAT.indexWriteUnits,
};

const MANY_SHARDS = 100;
/** Largest batch of stream records that this model assumes for a function. */
const STREAM_BATCH = 100;

export const DESIGNS: Design[] = [
  TODAY,
  { ...TODAY, name: `${MANY_SHARDS} shards`, counterShards: MANY_SHARDS },
  {
    ...TODAY,
    name: `${MANY_SHARDS} shards, each with a partition key of its own`,
    counterShards: MANY_SHARDS,
    counterPartitions: MANY_SHARDS,
  },
  { ...TODAY, name: "counted from the table's stream", countedTogether: STREAM_BATCH },
  {
    ...TODAY,
    name: 'the same, and lists show nothing that changes during a chat',
    countedTogether: STREAM_BATCH,
    indexWriteUnits: 1,
  },
];

export type Limit = {
  id: string;
  name: string;
  /** Whether every bot has this limit for itself, or all of them share it. */
  isPerBot: boolean;
  capacity: number;
  source: string;
  /** Load per chat, as docs/scale.md shows it. p, a and w are explained there. */
  formula: string;
  /** Load of the most loaded place, in the unit of the capacity. */
  load: (demand: Demand) => number;
  /** What callers get beyond the limit. */
  refusal: string;
  remedy: string;
};

export type Assumptions = { holdMs?: number; design?: Design };

/** All limits, with the default settings and quotas. */
export function limits({ holdMs = HOLD_MS, design = TODAY }: Assumptions = {}): Limit[] {
  const perBot = ({ chatsPerSecond, bots }: Demand) => chatsPerSecond / bots;
  const isCountedInTurns = design.countedTogether === undefined;
  /** Counted transactions a second on one shard of one bot's counters. */
  const onOneShard = (demand: Demand) =>
    isCountedInTurns ? (CHAT.countedTurns * perBot(demand)) / design.counterShards : 0;
  const conflicts = (demand: Demand) => expectConflicts({ perSecond: onOneShard(demand), holdMs });
  const counterUnits = (demand: Demand) =>
    design.countedTogether === undefined
      ? CHAT.counterWriteUnits * conflicts(demand).attempts
      : CHAT.countedTurns / design.countedTogether;
  const tableWriteUnits = (demand: Demand) =>
    demand.chatsPerSecond *
    (isCountedInTurns
      ? CHAT.tableWriteUnits + CHAT.countedTurnWriteUnits * (conflicts(demand).attempts - 1)
      : CHAT.tableWriteUnits - CHAT.counterWriteUnits + counterUnits(demand));
  const indexWriteUnits = design.indexWriteUnits;
  const tableRefusal = '503';

  return [
    {
      id: 'route',
      name: 'Throttle of the route for replies',
      isPerBot: false,
      capacity: SETTINGS.chatRequestsPerSecond,
      source: '`bots:chatRequestsPerSecond`',
      formula: '8',
      load: ({ chatsPerSecond }) => chatsPerSecond * CHAT.replies,
      refusal: '429 at once',
      remedy: '`bots:chatRequestsPerSecond`, up to 10,000',
    },
    {
      id: 'highest-route',
      name: 'The same throttle at its highest',
      isPerBot: false,
      capacity: MAX_CHAT_REQUESTS_PER_SECOND,
      source: '`bots:chatRequestsPerSecond`',
      formula: '8',
      load: ({ chatsPerSecond }) => chatsPerSecond * CHAT.replies,
      refusal: '429 at once',
      remedy: '[cells](regions.md#cells)',
    },
    {
      id: 'new-table',
      name: 'Write units of a new table',
      isPerBot: false,
      capacity: AWS.newTableWriteUnits.value,
      source: AWS.newTableWriteUnits.source,
      formula: '60 + 24(a − 1)',
      load: tableWriteUnits,
      refusal: tableRefusal,
      remedy: '`bots:warmWriteUnitsPerSecond`, or wait',
    },
    {
      id: 'counters-partition',
      name: "Write units of the partition of a bot's counters",
      isPerBot: true,
      capacity: AWS.partitionWriteUnits.value,
      source: AWS.partitionWriteUnits.source,
      formula: '6a',
      load: (demand) => (perBot(demand) * counterUnits(demand)) / design.counterPartitions,
      refusal: tableRefusal,
      remedy: 'nothing to set',
    },
    {
      id: 'conflicts',
      name: "Conflicts on a shard of a bot's counters",
      isPerBot: true,
      capacity: transactionsPerSecondAt(ACCEPTED_GIVEN_UP, holdMs),
      source: 'Managing complex workflows with DynamoDB transactions',
      formula: '3 ÷ 10',
      load: onOneShard,
      refusal: '503, for one counted turn in 1,000',
      remedy: 'a change of design',
    },
    {
      id: 'concurrency',
      name: 'Concurrent calls of functions',
      isPerBot: false,
      capacity: AWS.lambdaConcurrency.value,
      source: AWS.lambdaConcurrency.source,
      formula: '0.04 + 8 × 0.035 + 3w',
      load: (demand) =>
        demand.chatsPerSecond *
        (CHAT.startSeconds +
          CHAT.replies * CHAT.replySeconds +
          (CHAT.countedTurns * conflicts(demand).waitMs) / 1_000),
      refusal: '5xx',
      remedy: "the account's quota",
    },
    {
      id: 'index-partition',
      name: "Write units of the index partition of a bot's results",
      isPerBot: true,
      capacity: AWS.partitionWriteUnits.value,
      source: AWS.partitionWriteUnits.source,
      formula: '3',
      load: (demand) => perBot(demand) * indexWriteUnits,
      refusal: tableRefusal,
      remedy: 'a change of design',
    },
    {
      id: 'table-quota',
      name: 'Write units of a table, by quota',
      isPerBot: false,
      capacity: AWS.tableQuotaUnits.value,
      source: AWS.tableQuotaUnits.source,
      formula: '60 + 24(a − 1)',
      load: tableWriteUnits,
      refusal: tableRefusal,
      remedy: "the account's quota",
    },
    {
      id: 'gateway',
      name: 'Requests to API Gateway',
      isPerBot: false,
      capacity: AWS.gatewayRequests.value,
      source: AWS.gatewayRequests.source,
      formula: '1 + 8 + 2',
      load: ({ chatsPerSecond }) => chatsPerSecond * (REQUESTS + CHAT.preflights),
      refusal: '429 at once',
      remedy: "the account's quota",
    },
    {
      id: 'gateway-in-small-regions',
      name: 'Requests to API Gateway, in small regions',
      isPerBot: false,
      capacity: AWS.gatewayRequestsInSmallRegions.value,
      source: AWS.gatewayRequestsInSmallRegions.source,
      formula: '1 + 8 + 2',
      load: ({ chatsPerSecond }) => chatsPerSecond * (REQUESTS + CHAT.preflights),
      refusal: '429 at once',
      remedy: "the account's quota",
    },
    {
      id: 'calls',
      name: 'Calls of functions',
      isPerBot: false,
      capacity: AWS.lambdaConcurrency.value * AWS.lambdaRequestsPerInstance.value,
      source: AWS.lambdaRequestsPerInstance.source,
      formula: '1 + 8',
      load: ({ chatsPerSecond }) => chatsPerSecond * REQUESTS,
      refusal: '5xx',
      remedy: "the account's quota of concurrent calls",
    },
    {
      id: 'new-index',
      name: 'Write units of a new index',
      isPerBot: false,
      capacity: AWS.newTableWriteUnits.value,
      source: AWS.newTableWriteUnits.source,
      formula: '3',
      load: ({ chatsPerSecond }) => chatsPerSecond * indexWriteUnits,
      refusal: tableRefusal,
      remedy: 'wait',
    },
    {
      id: 'new-table-reads',
      name: 'Read units of a new table',
      isPerBot: false,
      capacity: AWS.newTableReadUnits.value,
      source: AWS.newTableReadUnits.source,
      formula: '1 + 8',
      load: ({ chatsPerSecond }) => chatsPerSecond * CHAT.readUnits,
      refusal: tableRefusal,
      remedy: '`bots:warmReadUnitsPerSecond`',
    },
    {
      id: 'claim',
      name: "Read units of the partition of a bot's public id",
      isPerBot: true,
      capacity: AWS.partitionReadUnits.value,
      source: AWS.partitionReadUnits.source,
      formula: '1',
      load: (demand) => perBot(demand) * CHAT.claimReadUnits,
      refusal: tableRefusal,
      remedy: 'a change of design',
    },
  ];
}

/** Share of the capacity that is in use. Above 1, callers are refused. */
export function utilisation(limit: Limit, demand: Demand): number {
  return limit.load(demand) / limit.capacity;
}

const MAX_CHATS_PER_SECOND = 1e9;

/** Chats a second, over so many bots, at which the limit is used up. */
export function breakingPoint(limit: Limit, bots: number): number {
  let [low, high] = [0, MAX_CHATS_PER_SECOND];
  for (let step = 0; step < 80; step++) {
    const middle = (low + high) / 2;
    if (utilisation(limit, { chatsPerSecond: middle, bots }) < 1) low = middle;
    else high = middle;
  }
  return low;
}

/** Share of capacity that is kept free when settings and quotas are chosen, because load is not even. */
const HEADROOM = 1.25;

/** Settings and quotas for so many chats a second, with a quarter more than the average load. */
export function settingsFor(chatsPerSecond: number) {
  const withRoom = (perChat: number) => Math.ceil(chatsPerSecond * perChat * HEADROOM);
  const writeUnits = withRoom(CHAT.tableWriteUnits);
  return {
    chatRequestsPerSecond: Math.max(SETTINGS.chatRequestsPerSecond, withRoom(CHAT.replies)),
    warmWriteUnitsPerSecond: Math.max(AWS.newTableWriteUnits.value, writeUnits),
    warmReadUnitsPerSecond: Math.max(AWS.newTableReadUnits.value, withRoom(CHAT.readUnits)),
    tableQuotaUnits: Math.max(AWS.tableQuotaUnits.value, writeUnits),
    gatewayRequests: Math.max(AWS.gatewayRequests.value, withRoom(REQUESTS + CHAT.preflights)),
    lambdaConcurrency: Math.max(
      AWS.lambdaConcurrency.value,
      withRoom(CHAT.startSeconds + CHAT.replies * CHAT.replySeconds),
      withRoom(REQUESTS / AWS.lambdaRequestsPerInstance.value),
    ),
    /** How long a new table needs to grow by itself: the load may double every half an hour. */
    minutesToGrow:
      AWS.minutesToDouble.value *
      Math.max(
        0,
        Math.ceil(Math.log2((chatsPerSecond * CHAT.tableWriteUnits) / AWS.newTableWriteUnits.value)),
      ),
  };
}

/** Limits of an account and region that AWS raises on request, and the setting that cannot be raised any further. */
const LIMITS_OF_A_CELL = ['table-quota', 'gateway', 'calls', 'concurrency', 'highest-route'];

/** Accounts or regions over which chats have to be spread if no quota is raised, with a quarter to spare. */
export function cellsFor({ chatsPerSecond, bots }: Demand, isSmallRegion = false): number {
  const most = limits()
    .filter(({ id }) => LIMITS_OF_A_CELL.includes(id) || (isSmallRegion && id === 'gateway-in-small-regions'))
    .map((limit) => breakingPoint(limit, bots));
  return Math.ceil((chatsPerSecond * HEADROOM) / Math.min(...most));
}

/** What the table reports a second, in CloudWatch's metrics. */
export type TransactionRates = { conflicts: number; successes: number };

/**
 * Transactions of all chats. Every turn is one. Of those, counted turns meet each other on the shards of their bot's
 * counters: each refused attempt is a conflict.
 */
export function transactionRates({ chatsPerSecond, bots }: Demand): TransactionRates {
  const counted = CHAT.countedTurns * chatsPerSecond;
  const perSecond = counted / bots / COUNTER_SHARDS;
  const { refused, attempts, givenUp } = expectConflicts({ perSecond, holdMs: HOLD_MS });
  return {
    conflicts: counted * refused * attempts,
    successes: chatsPerSecond * REQUESTS - counted * givenUp,
  };
}

/** Chats a second of special cases. */
export const SPECIAL_CASES = {
  /** From nothing to this rate at once: every start waits for a new instance. */
  suddenStart: () => AWS.newInstances.value / (CHAT.coldStartSeconds + CHAT.startSeconds),
  /**
   * One bot: this many chats a second set off the alarm for transaction conflicts. With hardly any given up, a counted
   * turn has p ÷ (1 − p) conflicts, and p = 0.3λd.
   */
  conflictAlarm: () => {
    const ofCountedTurn = ((CONFLICT_LIMITS.percent / 100) * REQUESTS) / CHAT.countedTurns;
    return ofCountedTurn / (1 + ofCountedTurn) / ((CHAT.countedTurns / COUNTER_SHARDS) * (HOLD_MS / 1_000));
  },
  /** Each reply waits for another service, such as a language model. */
  slowReplies: (seconds: number) =>
    AWS.lambdaConcurrency.value / (CHAT.startSeconds + CHAT.replies * (CHAT.replySeconds + seconds)),
  firewallStartsOfOneAddress: () => SETTINGS.chatFirewallStartsPer5Minutes / 300,
  firewallRequestsOfOneAddress: () =>
    SETTINGS.chatFirewallRequestsPer5Minutes / 300 / (REQUESTS + CHAT.preflights),
  dailyQuota: (chatsPerDay: number) => chatsPerDay / 86_400,
};

/** Operations on a single bot or, for client logs, a single session, with their units from docs/storage-schema.md. */
export type BotOperation = {
  name: string;
  readUnits: number;
  writeUnits: number;
};

export const BOT_OPERATIONS: BotOperation[] = [
  { name: 'update', readUnits: 3, writeUnits: 12 },
  { name: 'publish a changed draft', readUnits: 3, writeUnits: 62 },
  { name: 'get the published bot', readUnits: 3, writeUnits: 0 },
  { name: 'get the statistics of 30 days', readUnits: 5, writeUnits: 0 },
  { name: 'submit 1 or 20 short log entries', readUnits: 1, writeUnits: 4 },
];

/** Calls a second that one partition carries, if all units of a call were its own. The real rate is a little higher. */
export function callsPerSecondOfOnePartition({ readUnits, writeUnits }: BotOperation): number {
  return Math.min(
    AWS.partitionReadUnits.value / readUnits,
    writeUnits === 0 ? Infinity : AWS.partitionWriteUnits.value / writeUnits,
  );
}
