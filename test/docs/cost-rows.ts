import { ENDPOINT_COSTS, type EndpointCost } from '#test/support/endpoints/fixtures.ts';

/**
 * What one operation uses. It is in docs/storage-schema.md if it has `requests`, with its cost if it has `logBytes`, and in
 * docs/cost.md if the users of that page do it.
 */
export type CostRow = {
  operation: string;
  /** Id of the function that runs. */
  functionId?: string;
  calls?: number;
  runs?: number;
  memoryMb?: number;
  ms?: number;
  logBytes?: number;
  bytesSent?: number;
  /** Requests to the database. */
  requests?: number;
  readUnits?: number;
  writeUnits?: number;
};

/** A function's line for a request, the access log's line, and Lambda's report. */
const LOG_BYTES = 1_180;
const METRIC_LOG_BYTES = 460;

function toRow({ endpoint, operation, commands, readUnits, writeUnits, assumed }: EndpointCost): CostRow {
  return {
    operation,
    requests: commands.length,
    ...(readUnits !== undefined && { readUnits }),
    ...(writeUnits !== undefined && { writeUnits }),
    ...(assumed && {
      functionId: endpoint.id,
      calls: 1,
      runs: 1,
      memoryMb: endpoint.memoryMb,
      ms: assumed.ms,
      logBytes: LOG_BYTES + (assumed.writesMetric ? METRIC_LOG_BYTES : 0),
      bytesSent: assumed.bytesSent,
    }),
  };
}

/** What is not one call of an endpoint, or cannot be measured as one. */
const OTHER_ROWS: readonly CostRow[] = [
  {
    // The database does not report the units of a write whose condition fails.
    operation: 'repeat an import with its Idempotency-Key',
    functionId: 'import-bot',
    calls: 1,
    runs: 1,
    memoryMb: 1024,
    ms: 30,
    logBytes: LOG_BYTES,
    bytesSent: 9_900,
    requests: 1,
    writeUnits: 10,
  },
  {
    operation: 'take a reply, one of ten',
    functionId: 'continue-chat',
    calls: 1,
    runs: 1,
    memoryMb: 1024,
    ms: 35,
    logBytes: LOG_BYTES,
    bytesSent: 1_000,
    requests: 2,
    readUnits: 1,
    writeUnits: 7,
  },
  { operation: 'a whole chat: start and ten replies', requests: 22, readUnits: 11, writeUnits: 79 },
  { operation: 'send a mail', requests: 1, writeUnits: 1 },
  { operation: 'import 2 MB that cannot be compressed', requests: 2, writeUnits: 1_481 },
  { operation: 'get 2 MB that cannot be compressed', requests: 2, readUnits: 373 },
  { operation: 'publish 2 MB that cannot be compressed', requests: 2, readUnits: 1, writeUnits: 12 },
  {
    operation: 'restore a release of 2 MB that cannot be compressed',
    requests: 4,
    readUnits: 374,
    writeUnits: 6,
  },
  { operation: 'preflight of a browser', calls: 1, logBytes: 490, bytesSent: 500 },
  {
    operation: 'authorize a call (not cached)',
    functionId: 'authorizer',
    runs: 1,
    memoryMb: 1024,
    ms: 15,
    logBytes: 260,
    requests: 1,
    readUnits: 1,
  },
  { operation: "authorize a token's first call of a day", requests: 2, readUnits: 1, writeUnits: 2 },
  { operation: 'cold start of a function', memoryMb: 1024, ms: 400, logBytes: 400 },
  { operation: 'cold start of a function that runs bots', memoryMb: 1024, ms: 600, logBytes: 400 },
  { operation: 'cold start of the authorizer', memoryMb: 1024, ms: 300, logBytes: 400 },
];

export const COST_ROWS: readonly CostRow[] = [
  ...ENDPOINT_COSTS.filter(({ isUnlisted }) => !isUnlisted).map(toRow),
  ...OTHER_ROWS,
];
